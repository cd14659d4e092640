public import CommandParser
