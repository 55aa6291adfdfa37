/** Where a request gives the address that a callback is sent to (OpenAPI 3.1, "Callback Object", "Runtime Expressions"). */

export interface CallbackAddress {
  in: 'body' | 'query' | 'header'
  /** JSON Pointer of the property, or the name of the parameter or header. */
  name: string
  /** The rest of the URL that the expression describes. */
  rest: string
}

/**
 * @returns undefined where the request does not give the address as a whole
 * @example callbackAddress('{$request.body#/url}/paid') // { in: 'body', name: '/url', rest: '/paid' }
 */
export function callbackAddress(expression: string): CallbackAddress | undefined {
  const [, place, name = '', rest = ''] =
    /^\{\$request\.(body#|query\.|header\.)([^}]+)\}(.*)$/.exec(expression) ?? []
  if (place === undefined) return undefined
  return {
    in: place.startsWith('body') ? 'body' : place.startsWith('query') ? 'query' : 'header',
    name,
    rest,
  }
}
