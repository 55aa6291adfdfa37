/** The converter of older OpenAPI documents. The build copies it into the package: its own dependencies are 13 MB. */
export { upgrade } from '@scalar/openapi-upgrader'
