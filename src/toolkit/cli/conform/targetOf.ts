import { type ContractDocument, isObject, objectAt } from '../../contract/index.ts'

/**
 * The first server of the document whose URL is absolute, its variables replaced by their defaults (OpenAPI 3.1, 4.8.5).
 * @example targetOf(document) // "https://api.example.com/v1"
 */
export function targetOf({ root }: ContractDocument): string | undefined {
  const servers = Array.isArray(root.servers) ? root.servers : []
  for (const server of servers) {
    if (!isObject(server) || typeof server.url !== 'string') continue
    const variables = objectAt(server, 'variables')
    const url = server.url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const { default: value } = objectAt(variables, name)
      return typeof value === 'string' ? value : whole
    })
    if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url
  }
  return undefined
}
