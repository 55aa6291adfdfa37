/** Where the samples of a request have its credentials, each from an environment variable. */
import type { CredentialForm } from '../../openapi/credentialForm.ts'
import type { SampleRequest } from './request.ts'

/** A piece of text, or the value of a variable. */
export type Part = { text: string; variable?: undefined } | { text?: undefined; variable: string }

interface Secrets {
  /** Headers with credentials. The value of Basic is `user:password`, which each language encodes. */
  own: { name: string; value: Part[]; isBasic: boolean }[]
  /** The other headers. */
  headers: SampleRequest['headers']
  /** Text after the URL; empty without a credential there. It begins with a piece of text. */
  query: Part[]
}

/** The variable of the only credential. */
const ONLY = 'API_KEY'

export function secretsOf({ credentials, headers, url }: SampleRequest): Secrets {
  const variable = (form: CredentialForm) => (credentials.length === 1 ? ONLY : nameOf(form))
  const own = credentials
    .filter((form) => form.in !== 'query' && form.in !== 'cookie')
    .map((form): Secrets['own'][number] => {
      const value: Part[] = [{ variable: variable(form) }]
      if (form.in === 'bearer') value.unshift({ text: 'Bearer ' })
      return { name: form.name, value, isBasic: form.in === 'basic' }
    })
  const query = credentials
    .filter((form) => form.in === 'query')
    .flatMap((form, index): Part[] => {
      const separator = index === 0 && !url.includes('?') ? '?' : '&'
      return [{ text: `${separator}${encodeURIComponent(form.name)}=` }, { variable: variable(form) }]
    })
  const cookies = credentials.filter((form) => form.in === 'cookie')
  if (cookies.length === 0) return { own, headers, query }
  const value = cookies.flatMap((form, index): Part[] => [
    { text: `${index === 0 ? '' : '; '}${form.name}=` },
    { variable: variable(form) },
  ])
  const others = headers.filter(([name]) => name === 'Cookie').map(([, text]) => `; ${text}`)
  if (others.length > 0) value.push({ text: others.join('') })
  return {
    own: [...own, { name: 'Cookie', value, isBasic: false }],
    headers: headers.filter(([name]) => name !== 'Cookie'),
    query,
  }
}

function nameOf({ in: place, name }: CredentialForm): string {
  if (place === 'bearer') return 'API_TOKEN'
  if (place === 'basic') return 'API_USER'
  return `API_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`
}

/** Inside double quotes of a POSIX shell. */
export const inShell = (parts: readonly Part[]): string =>
  parts
    .map(({ text, variable }) =>
      variable === undefined ? text.replaceAll(/[\\"$`]/g, '\\$&') : `$${variable}`,
    )
    .join('')

/** Inside a template literal of JavaScript. */
export const inTemplate = (parts: readonly Part[]): string =>
  parts
    .map(({ text, variable }) =>
      variable === undefined ? text.replaceAll(/[\\`]|\$\{/g, '\\$&') : `\${process.env.${variable}}`,
    )
    .join('')
