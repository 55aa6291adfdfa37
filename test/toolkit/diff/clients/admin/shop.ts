// Made by `specwright generate` from ../shop.yaml; change that instead.

export interface paths {
  '/products': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['listProducts']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/products/{productId}': {
    parameters: {
      query?: never
      header?: never
      path: {
        productId: string
      }
      cookie?: never
    }
    get: operations['getProduct']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch: operations['updateProduct']
    trace?: never
  }
  '/search': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['search']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/carts/{cartId}/items': {
    parameters: {
      query?: never
      header?: never
      path: {
        cartId: string
      }
      cookie?: never
    }
    get?: never
    put?: never
    post: operations['addToCart']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/orders': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['listOrders']
    put?: never
    post: operations['createOrder']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/orders/{orderId}': {
    parameters: {
      query?: never
      header?: never
      path: {
        orderId: string
      }
      cookie?: never
    }
    get: operations['getOrder']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/reviews/{reviewId}': {
    parameters: {
      query?: never
      header?: never
      path: {
        reviewId: string
      }
      cookie?: never
    }
    get: operations['getReview']
    put?: never
    post?: never
    delete: operations['deleteReview']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/customers': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['listCustomers']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/customers/{customerId}': {
    parameters: {
      query?: never
      header?: never
      path: {
        customerId: string
      }
      cookie?: never
    }
    get: operations['getCustomer']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/payments': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post: operations['createPayment']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    Product: {
      id: string
      name: string
      price: number
      stock: number
      tags: string[]
      rating?: number
    }
    ProductUpdate: {
      name?: string
      /** @enum {string} */
      visibility?: 'public' | 'hidden' | 'archived'
      discount?: number
    }
    Cart: {
      id: string
      total: number
      lines: components['schemas']['Line'][]
    }
    Line: {
      productId: string
      quantity: number
      sum: number
    }
    NewOrder: {
      cartId: string
      note?: string
      address?: components['schemas']['Address']
    }
    /** @enum {string} */
    OrderStatus: 'open' | 'paid' | 'shipped'
    Order: {
      id: string
      status: components['schemas']['OrderStatus']
      trackingUrl: string
      placedAt: string
      customer: components['schemas']['Customer']
    }
    Customer: {
      id: string
      name: string
      email: string
      phone?: string
      address: components['schemas']['Address']
    }
    Address: {
      street: string
      city: string
      zip: string
    }
    Review: {
      id: string
      stars: number
      author?: string
    }
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  listProducts: {
    parameters: {
      query?: {
        category?: string
        sort?: 'name' | 'price' | 'newest'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Products */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Product'][]
        }
      }
    }
  }
  getProduct: {
    parameters: {
      query?: never
      header?: never
      path: {
        productId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A product */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Product']
        }
      }
    }
  }
  updateProduct: {
    parameters: {
      query?: never
      header?: never
      path: {
        productId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ProductUpdate']
      }
    }
    responses: {
      /** @description A product */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Product']
        }
      }
    }
  }
  search: {
    parameters: {
      query: {
        q: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Products */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Product'][]
        }
      }
    }
  }
  addToCart: {
    parameters: {
      query?: never
      header?: never
      path: {
        cartId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          productId: string
          quantity: number
          coupon?: string
          gift?: {
            message?: string
          }
        }
      }
    }
    responses: {
      /** @description The cart */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Cart']
        }
      }
    }
  }
  listOrders: {
    parameters: {
      query?: {
        status?: components['schemas']['OrderStatus']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Orders */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order'][]
        }
      }
    }
  }
  createOrder: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NewOrder']
      }
    }
    responses: {
      /** @description The order */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order']
        }
      }
    }
  }
  getOrder: {
    parameters: {
      query?: never
      header?: never
      path: {
        orderId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description An order */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Order']
        }
      }
    }
  }
  getReview: {
    parameters: {
      query?: never
      header?: never
      path: {
        reviewId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A review */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Review']
        }
      }
    }
  }
  deleteReview: {
    parameters: {
      query?: never
      header?: never
      path: {
        reviewId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  listCustomers: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Customers */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Customer'][]
        }
      }
    }
  }
  getCustomer: {
    parameters: {
      query?: never
      header?: never
      path: {
        customerId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A customer */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Customer']
        }
      }
    }
  }
  createPayment: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          orderId: string
          amount: number
        }
      }
    }
    responses: {
      /** @description The payment */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            state: string
          }
        }
      }
    }
  }
}
export type Product = components['schemas']['Product']
export type ProductUpdate = components['schemas']['ProductUpdate']
export type Cart = components['schemas']['Cart']
export type Line = components['schemas']['Line']
export type NewOrder = components['schemas']['NewOrder']
export type OrderStatus = components['schemas']['OrderStatus']
export type Order = components['schemas']['Order']
export type Customer = components['schemas']['Customer']
export type Address = components['schemas']['Address']
export type Review = components['schemas']['Review']
