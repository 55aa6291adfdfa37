/** The types of a handler, from those of its operation as openapi-typescript makes them. */
import type { Caller } from '../requests/credentials.ts'

type Member<T, Name extends PropertyKey> = T extends { [Key in Name]?: infer Value }
  ? Exclude<Value, undefined>
  : never
type Group<O, Name extends string> = [Member<Member<O, 'parameters'>, Name>] extends [never]
  ? Record<string, never>
  : Member<Member<O, 'parameters'>, Name>
/** What a handler gets of a body: the value of JSON and of forms, text of text, the bytes of anything else. */
type Received<T> = T extends { content: infer Media }
  ? {
      [Type in keyof Media]: Type extends
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

/** What a handler is called with: everything is as the document says it must be. */
export interface Call<O> {
  /** Variables of the path; numbers and booleans where the schema says so, as in `query`. */
  path: Group<O, 'path'>
  /** Defaults of the document are filled in. */
  query: Group<O, 'query'>
  /** As sent, with names in lower case. */
  headers: Readonly<Record<string, string>>
  body: BodyOf<O>
  /** Undefined where the operation needs no credential. */
  caller: Caller | undefined
}

/** The status on the wire: a class (`4XX`) and `default` stand for numbers. */
type StatusOf<Declared> = Declared extends number ? Declared : number

/** One of the declared answers, with its body in one of its media types. */
export type Answer<O> = {
  [Status in keyof Responses<O>]: Responses<O>[Status] extends { content: infer Media }
    ? { status: StatusOf<Status>; headers?: Record<string, string>; body: Media[keyof Media] }
    : { status: StatusOf<Status>; headers?: Record<string, string>; body?: undefined }
}[keyof Responses<O>]

/**
 * Does one operation. An error is a `Refusal`, or an answer that the document declares.
 * @example
 * const getTask: Handler<operations['getTask']> = async ({ path }) => {
 *   const task = tasks.get(path.taskId)
 *   if (task === undefined) throw new Refusal(404, 'There is no such task.')
 *   return { status: 200, body: task }
 * }
 */
export type Handler<O> = (call: Call<O>) => Promise<Answer<O>>

/** A handler for each operation of the document: the compiler names those that are missing. */
export type Handlers<Operations> = { readonly [Id in keyof Operations]: Handler<Operations[Id]> }
