import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

export const client = createClient<paths>({ baseUrl: 'https://shop.example.com' })

export type Product = components['schemas']['Product']
export type Order = components['schemas']['Order']
export type Address = components['schemas']['Address']
export type OrderStatus = components['schemas']['OrderStatus']
