/** Messages that two versions of an API treat differently. */
import type { Parameter } from '../../model/api.ts'
import type { Json } from '../../openapi/document.ts'

export interface SampleParameter {
  name: string
  in: Parameter['in']
  value: Json
  /** As it is written in the URL or the header. */
  text: string
}

export interface SampleRequest {
  method: string
  /** The path as the document writes it, and with its parameters filled in. */
  template: string
  path: string
  parameters: SampleParameter[]
  body: { mediaType: string; value: Json } | undefined
  /** Schemes with their carrier, such as `header Authorization bearer`, and the scopes of the credential. */
  credentials: { scheme: string; carrier: string; scopes: string[] }[]
}

export interface SampleResponse {
  status: number
  mediaType: string | undefined
  headers: Record<string, Json>
  body: Json | undefined
}

/** A message that the two versions treat differently. */
export type Witness = {
  /** The version under which the message is valid. */
  validUnder: 'old' | 'new'
  /** The violation under the other version. */
  problem: string
} & (
  | { kind: 'request'; request: SampleRequest }
  | { kind: 'response'; to: string; response: SampleResponse }
  | { kind: 'payload'; of: string; payload: Json }
)
