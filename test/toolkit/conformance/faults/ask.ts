/** The requests of the conversation. */

export interface PlainResponse {
  status: number
  fields: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
}

export type Ask = (
  method: string,
  path: string,
  options?: { key?: string | null; fields?: Record<string, string>; body?: unknown },
) => Promise<PlainResponse>

let made = 0
export const unique = (name: string) => `${name} ${++made}`

export async function create(
  ask: Ask,
  path: string,
  body: unknown,
  fields: Record<string, string> = {},
): Promise<string> {
  const { body: created } = await ask('POST', path, { body, fields })
  return String(created.id)
}
