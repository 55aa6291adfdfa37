/** Header fields of requests and responses. */

/** Header fields by name, in any case; a list where a field came several times. */
export type HeaderFields = Record<string, string | readonly string[] | undefined>

/** Reads a field whatever the case of its name. */
export function readHeader(headers: HeaderFields, name: string): string | undefined {
  const wanted = name.toLowerCase()
  let found: string | undefined
  for (const key in headers) {
    const value = headers[key]
    if (value === undefined || (key !== wanted && key.toLowerCase() !== wanted)) continue
    const text = typeof value === 'string' ? value : value.length === 0 ? undefined : value.join(', ')
    if (text !== undefined) found = found === undefined ? text : `${found}, ${text}`
  }
  return found
}

/** Whether two names are of one field, whatever their case. */
export const isHeader = (name: string, wanted: string): boolean => name.toLowerCase() === wanted.toLowerCase()
