// A program may have modules of any name that does not begin with Regapp.
public let name = "DocumentStore"
