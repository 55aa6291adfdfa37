/**
 * The header of a mock's 501 for an operation that it cannot carry out. It is a limit of the mock, so `conform` skips the
 * check; a 501 of a server without it is a response like any other.
 */
export const UNSUPPORTED_BY_MOCK = 'X-Mock-Unsupported'
