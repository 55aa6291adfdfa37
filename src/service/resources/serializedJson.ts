/** A JSON body that was serialised on another thread: as a value it would block the event loop. */
export class SerializedJson {
  readonly bytes: Buffer

  /** @param bytes JSON in UTF-8 */
  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}
