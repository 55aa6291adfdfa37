import { type HeaderFields, readHeader } from './headers.ts'

/**
 * The header of a mock's 501 for an operation that it cannot carry out. It is a limit of the mock, so `conform` skips the
 * check; a 501 of a server without it is a response like any other.
 */
export const UNSUPPORTED_BY_MOCK = 'X-Mock-Unsupported'

/** Whether a mock reports that it does not support the request. Such a response proves nothing about a server. */
export const isUnsupportedByMock = ({
  status,
  headers,
}: {
  status: number
  headers: HeaderFields
}): boolean => status === 501 && readHeader(headers, UNSUPPORTED_BY_MOCK) !== undefined
