/** Where a request has its credentials, as the security schemes of a document define it. */
import { type ContractDocument, isObject, type JsonObject, objectAt } from './document.ts'
import { follow } from './resolve.ts'

/** `bearer` and `basic` are forms of the header Authorization. */
export interface CredentialForm {
  in: 'bearer' | 'basic' | 'header' | 'query' | 'cookie'
  name: string
}

/** @returns undefined for a client certificate, which belongs to the connection, and for unknown types of schemes */
export function credentialForm(scheme: JsonObject): CredentialForm | undefined {
  const { type, in: place, name } = scheme
  if (type === 'http' && String(scheme.scheme).toLowerCase() === 'basic')
    return { in: 'basic', name: 'Authorization' }
  if (type === 'http' || type === 'oauth2' || type === 'openIdConnect')
    return { in: 'bearer', name: 'Authorization' }
  const isPlace = place === 'header' || place === 'query' || place === 'cookie'
  return type === 'apiKey' && isPlace && typeof name === 'string' ? { in: place, name } : undefined
}

/** Where it is in a request, without regard to the case of a header's name. Bearer and Basic share the header Authorization. */
export const placeKey = ({ in: place, name }: CredentialForm): string => {
  const isHeader = place === 'bearer' || place === 'basic' || place === 'header'
  return JSON.stringify(isHeader ? ['header', name.toLowerCase()] : [place, name])
}

/** The first form of each place, as a request has no place twice. */
export function withoutRepeatedPlaces(forms: readonly CredentialForm[]): CredentialForm[] {
  const keys = forms.map(placeKey)
  return forms.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}

/**
 * The alternatives of an operation's security requirement, each with the credentials that one request has. Alternatives
 * without a credential, and those that differ from an earlier one in nothing that a client sends, are left out.
 */
export function credentialAlternatives(
  document: ContractDocument,
  operation: JsonObject,
): CredentialForm[][] {
  const schemes = objectAt(objectAt(document.root, 'components'), 'securitySchemes')
  const list = operation.security ?? document.root.security
  const formsOf = (alternative: JsonObject) =>
    Object.keys(alternative).flatMap((name) => credentialForm(follow(document, schemes[name])) ?? [])
  const alternatives = (Array.isArray(list) ? list.filter(isObject) : []).map((alternative) =>
    withoutRepeatedPlaces(formsOf(alternative)),
  )
  const keys = alternatives.map(keyOf)
  return alternatives.filter((forms, index) => forms.length > 0 && keys.indexOf(keys[index] ?? '') === index)
}

const keyOf = (forms: readonly CredentialForm[]): string =>
  JSON.stringify(forms.map(({ in: place, name }) => [place, name]).toSorted())

/**
 * A caller as `conform.yaml` writes it.
 * @param credentials each with its secret, such as `env:API_KEY`
 * @param rest further entries of the mapping
 * @example identityText([{ form: { in: 'header', name: 'X-Key' }, secret: 'env:KEY' }]) // '{ header: { X-Key: env:KEY } }'
 */
export function identityText(
  credentials: readonly { form: CredentialForm; secret: string }[],
  rest: readonly string[] = [],
): string {
  const places = new Map<string, string[]>()
  const entries: string[] = []
  for (const { form, secret } of credentials) {
    if (form.in === 'bearer' || form.in === 'basic') entries.push(`${form.in}: ${secret}`)
    else places.set(form.in, [...(places.get(form.in) ?? []), `${keyText(form.name)}: ${secret}`])
  }
  const keys = [...places].map(([place, pairs]) => `${place}: { ${pairs.join(', ')} }`)
  return `{ ${[...keys, ...entries, ...rest].join(', ')} }`
}

const keyText = (name: string): string => (/^[\w./][\w./-]*$/.test(name) ? name : JSON.stringify(name))
