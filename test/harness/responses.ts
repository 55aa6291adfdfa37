/** The expectations of tests for the responses to typed requests. */

/** The body of a success, if it has one. */
export async function demand<T>(
  reply: Promise<{ response: Response; data?: T; error?: unknown }>,
): Promise<T> {
  const { response, data, error } = await reply
  if (!response.ok)
    throw new Error(`Expected a success, received ${response.status} ${JSON.stringify(error)}`)
  return data as T
}

/** Status, code and field of an error response, or only the status of a success. */
export async function outcome(
  reply: Promise<{ response: Response; error?: { error: { code: string; details: { field?: string } } } }>,
): Promise<{ status: number; code?: string; field?: string }> {
  const { response, error } = await reply
  const { code, details } = error?.error ?? {}
  return {
    status: response.status,
    ...(code !== undefined && { code }),
    ...(details?.field !== undefined && { field: details.field }),
  }
}

/** The rejection of one field. */
export const rejectedAt = (field: string) => ({ status: 400, code: 'VALIDATION_ERROR', field })

export const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
