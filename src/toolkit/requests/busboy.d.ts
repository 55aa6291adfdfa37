/** The part of busboy that is used; the package ships no types. */
declare module 'busboy' {
  import type { Readable, Writable } from 'node:stream'

  interface PartInfo {
    filename?: string
    mimeType: string
  }
  interface Options {
    headers: { 'content-type': string }
    defCharset: string
    defParamCharset: string
    preservePath: boolean
    limits: { fieldSize: number; fieldNameSize: number; parts: number }
  }
  interface Parser extends Writable {
    on(event: 'file', listener: (name: string | undefined, stream: Readable, info: PartInfo) => void): this
    on(event: 'field', listener: (name: string | undefined, value: string, info: PartInfo) => void): this
    on(event: 'partsLimit' | 'close', listener: () => void): this
    on(event: 'error', listener: (error: Error) => void): this
  }
  export default function busboy(options: Options): Parser
}
