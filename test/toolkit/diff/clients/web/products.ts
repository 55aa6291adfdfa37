import { client, type Product } from './client.ts'

export async function productsOf(category: string) {
  const { data = [] } = await client.GET('/products', { params: { query: { category } } }) // affected: parameter-removed category
  return data.map((product) => ({
    title: product.name,
    price: product.price.toFixed(2), // affected: response-type-widened price
    label: `${product.stock} left`, // affected: response-property-removed stock
  }))
}

export async function newest() {
  const query = { sort: 'newest', currency: 'EUR' } as const
  const { data } = await client.GET('/products', { params: { query } }) // affected: request-enum-value-removed sort
  return data?.[0]
}

export const isAvailable = ({ stock }: Product): boolean => stock > 0 // affected: response-property-removed stock

export function cheapest(products: Product[]): Product | undefined {
  return [...products].sort((a, b) => a.price - b.price)[0] // affected: response-type-widened price
}

export const hasTag = (product: Product, tag: string): boolean => product.tags.includes(tag) // affected: response-type-widened tags

export async function find(q: string) {
  const { data } = await client.GET('/search', { params: { query: { q } } }) // affected: operation-removed search
  return data
}

/** Not affected: what it reads stays. */
export const titleOf = ({ name, rating }: Product): string => `${name} ${rating ?? '-'}`

const names = (products: Product[]) => products.map(({ name }) => name)

export async function allNames(): Promise<string[]> {
  const { data } = await client.GET('/products/{productId}', { params: { path: { productId: '1' } } })
  return data === undefined ? [] : names([data])
}
