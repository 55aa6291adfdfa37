import { type ContractDocument, isObject, objectAt } from '../../openapi/document.ts'

/**
 * The first server of the document with an absolute URL, variables replaced by their defaults (OpenAPI 3.1, 4.8.5). URLs of
 * servers are relative to that of the document, and without servers the URL is "/".
 * @param documentUrl where the document was read from; undefined for a file
 * @example targetOf(document, undefined) // "https://api.example.com/v1"
 */
export function targetOf({ root }: ContractDocument, documentUrl: string | undefined): string | undefined {
  const servers = Array.isArray(root.servers) && root.servers.length > 0 ? root.servers : [{ url: '/' }]
  for (const server of servers) {
    if (!isObject(server) || typeof server.url !== 'string') continue
    const variables = objectAt(server, 'variables')
    const url = server.url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const { default: value } = objectAt(variables, name)
      return typeof value === 'string' ? value : whole
    })
    if (!URL.canParse(url, documentUrl)) continue
    const absolute = new URL(url, documentUrl)
    if (/^https?:$/.test(absolute.protocol)) return absolute.href.replace(/\/$/, '')
  }
  return undefined
}
