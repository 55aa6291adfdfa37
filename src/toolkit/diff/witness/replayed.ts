/** Items that are made when they are first read, and only once. */
export class Replayed<Item> implements Iterable<Item> {
  readonly #items: Item[] = []
  readonly #rest: Iterator<Item>

  constructor(items: Iterable<Item>) {
    this.#rest = items[Symbol.iterator]()
  }

  *[Symbol.iterator](): Generator<Item> {
    for (let index = 0; ; index++) {
      if (index === this.#items.length) {
        const next = this.#rest.next()
        if (next.done === true) return
        this.#items.push(next.value)
      }
      yield this.#items[index] as Item
    }
  }
}
