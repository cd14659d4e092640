// A program needs one import: dates of accounts are values of this module, in which nothing else is public.
@_exported public import RegappValues
