/** What is known of a request before the pipeline looks at it. */
export interface Arrival {
  requestId: string
  /** The client's address, a trusted proxy's word for it included. */
  address: string
  /** What follows {base_url}, without the query. */
  path: string
  /** The query string without its question mark. */
  search: string
}
