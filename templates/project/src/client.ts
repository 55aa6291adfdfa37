import createFetchClient, { type ClientOptions } from 'openapi-fetch'
import type { paths } from '../generated/openapi.ts'

/**
 * A client whose paths, parameters, bodies and responses have the types of the document.
 * @example createClient({ baseUrl: 'http://127.0.0.1:3000', headers: { Authorization: `Bearer ${key}` } })
 */
export const createClient = (options: ClientOptions) => createFetchClient<paths>(options)
