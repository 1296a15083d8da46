/** Stands in a request's provider where a statement was uploaded instead of a bank linked. */
export const STATEMENT_PROVIDER = 'statement'
