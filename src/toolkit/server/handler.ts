/** The types of a handler, from those of its operation as openapi-typescript makes them. */

type Member<T, Name extends PropertyKey> = T extends { [Key in Name]?: infer Value }
  ? Exclude<Value, undefined>
  : never
type Group<O, Name extends string> = [Member<Member<O, 'parameters'>, Name>] extends [never]
  ? Record<string, never>
  : Member<Member<O, 'parameters'>, Name>

/** A form as its handler receives it: what the document calls binary is a file with name, type and content. */
type WithFiles<T> = T extends Blob
  ? File
  : T extends readonly (infer Item)[]
    ? WithFiles<Item>[]
    : T extends object
      ? { [Key in keyof T]: WithFiles<T[Key]> }
      : T

/** A request body as handlers receive it: values of JSON and forms, a string for text, bytes for other media types. */
type Received<T> = T extends { content: infer Media }
  ? {
      [Type in keyof Media]: Type extends `multipart/form-data${string}`
        ? WithFiles<Media[Type]>
        : Type extends LineTypes
          ? Uint8Array
          : Type extends
                | `${string}json${string}`
                | 'application/x-www-form-urlencoded'
                | `${string}*/*${string}`
            ? Media[Type]
            : Type extends `text/${string}`
              ? string
              : Uint8Array
    }[keyof Media]
  : never
type BodyOf<O> = O extends { requestBody: infer Body }
  ? Received<Body>
  : O extends { requestBody?: infer Body }
    ? Received<Exclude<Body, undefined>> | undefined
    : undefined
type Responses<O> = O extends { responses: infer Declared } ? Declared : never

/** JSON values one after the other, each in a line. */
type LineTypes =
  | `application/x-ndjson${string}`
  | `application/ndjson${string}`
  | `application/jsonl${string}`
  | `application/json-seq${string}`

/** The client of a request: the credential it sent first, and what it may do. */
export interface Caller<Identity = unknown> {
  credential: string
  scopes: readonly string[] | 'all'
  /** The result of `authenticate` for the first credential of the alternative that applied. */
  identity: Identity
  /** The results for each of its credentials, by name of the security scheme. */
  identities: Readonly<Record<string, Identity>>
}

/** The argument of a handler: a request that is valid according to the document. */
export interface Call<O, Identity = unknown> {
  /** Path parameters; numbers and booleans if the schema declares them, as in `query`. */
  path: Group<O, 'path'>
  /** Query parameters, with the document's defaults. */
  query: Group<O, 'query'>
  /** As sent, with lower-case names. */
  headers: Readonly<Record<string, string>>
  body: BodyOf<O>
  /** Undefined where the operation needs no credential. */
  caller: Caller<Identity> | undefined
  /** Aborted when the client has gone; ends streams. */
  signal: AbortSignal
  /** The request as the server received it: an `IncomingMessage` of Node, or a `Request`. */
  raw: unknown
}

/** Bytes: whole, as a file, or as they come. The name and type of a `File` become headers of the response. */
export type Bytes =
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>

/** An event of `text/event-stream`; `data` that is not a string is sent as JSON. */
export interface ServerSentEvent {
  data?: unknown
  event?: string
  id?: string
  /** Milliseconds. */
  retry?: number
}

/** The body that a handler may return for a media type. */
type Sent<Type, Value> = Type extends LineTypes
  ? AsyncIterable<unknown> | Bytes | string
  : Type extends `text/event-stream${string}`
    ? AsyncIterable<ServerSentEvent | string | Uint8Array> | Bytes | string
    : Type extends `${string}json${string}`
      ? Value
      : Value | Bytes

/** The status on the wire: a class (`4XX`) and `default` stand for numbers. */
type StatusOf<Declared> = Declared extends number ? Declared : number

/** One of the declared responses, with its body in one of its media types. */
export type PlainResponse<O> = {
  [Status in keyof Responses<O>]: Responses<O>[Status] extends { content: infer Media }
    ? {
        status: StatusOf<Status>
        headers?: Record<string, string> | Headers
        body: { [Type in keyof Media]: Sent<Type, Media[Type]> }[keyof Media]
      }
    : { status: StatusOf<Status>; headers?: Record<string, string> | Headers; body?: undefined }
}[keyof Responses<O>]

/**
 * Does one operation. An error is a `HttpError`, or a response that the document declares.
 * @example
 * const getTask: Handler<operations['getTask']> = async ({ path }) => {
 *   const task = tasks.get(path.taskId)
 *   if (task === undefined) throw new HttpError(404, 'There is no such task.')
 *   return { status: 200, body: task }
 * }
 */
export type Handler<O, Identity = unknown> = (call: Call<O, Identity>) => Promise<PlainResponse<O>>

/** A handler for each operation of the document: the compiler names those that are missing. */
export type Handlers<Operations, Identity = unknown> = {
  readonly [Id in keyof Operations]: Handler<Operations[Id], Identity>
}
