// Accounts
