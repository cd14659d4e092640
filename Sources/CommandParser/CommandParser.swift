// CommandParser
