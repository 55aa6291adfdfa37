/** One API in OpenAPI 2.0 and, written by hand, in 3.1. */

export const HEAD = `swagger: '2.0'
info: {title: Shelf, version: '1'}
host: shelf.example
basePath: /v1
schemes: [https]
consumes: [application/json]
produces: [application/json]
`

export const SHELF = `${HEAD}securityDefinitions:
  key: {type: apiKey, in: header, name: X-Key, description: Ask the librarian.}
  login: {type: oauth2, flow: accessCode, authorizationUrl: 'https://a.example', tokenUrl: 'https://t.example', scopes: {read: Read}}
  plain: {type: basic}
parameters:
  Limit: {name: limit, in: query, type: integer, maximum: 50}
  NewBook: {name: book, in: body, required: true, schema: {$ref: '#/definitions/Book'}}
  Title: {name: title, in: formData, type: string, required: true}
responses:
  Table: {description: A table, schema: {type: string}}
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - {$ref: '#/parameters/Limit'}
        - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}
        - {name: ids, in: query, type: array, items: {type: integer}}
      responses:
        '200':
          description: Books
          schema: {type: array, items: {$ref: '#/definitions/Book'}}
          headers: {X-Total: {type: integer, minimum: 0}}
    post:
      operationId: createBook
      security: [{key: []}]
      parameters: [{$ref: '#/parameters/NewBook'}]
      responses:
        '201': {description: Created, schema: {$ref: '#/definitions/Book'}}
  /table:
    get:
      operationId: getTable
      produces: [text/csv]
      responses: {'200': {$ref: '#/responses/Table'}}
  /forms:
    post:
      operationId: sendForm
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - {$ref: '#/parameters/Title'}
        - {name: pages, in: formData, type: integer, minimum: 1, maximum: 900}
        - {name: kind, in: formData, type: string, enum: [novel, essay], default: novel}
      responses: {'204': {description: Stored}}
  /shelves/{shelfId}:
    put:
      operationId: putShelf
      responses: {'204': {description: Stored}}
    parameters:
      - {name: shelfId, in: path, required: true, type: string}
      - {name: shelf, in: body, required: true, schema: {type: object, required: [name], properties: {name: {type: string}}}}
  /covers:
    $ref: covers.yaml
definitions:
  Book:
    type: object
    required: [title]
    properties:
      title: {type: string}
      pages: {type: integer, x-nullable: true}
      data: {type: object, example: {type: file, $ref: '#/definitions/Book'}}
  Animal:
    type: object
    discriminator: kind
    required: [kind]
    properties: {kind: {type: string}}
`

export const COVERS = `post:
  operationId: uploadCover
  consumes: [multipart/form-data]
  parameters:
    - {name: file, in: formData, type: file, required: true}
  responses:
    '204': {description: Stored}
`

/** The same API. */
export const SHELF_31 = `openapi: 3.1.0
info: {title: Shelf, version: '1'}
servers: [{url: 'https://shelf.example/v1'}]
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - {name: limit, in: query, schema: {type: integer, maximum: 50}}
        - {name: tags, in: query, style: form, explode: true, schema: {type: array, items: {type: string}}}
        - {name: ids, in: query, style: form, explode: false, schema: {type: array, items: {type: integer}}}
      responses:
        '200':
          description: Books
          headers: {X-Total: {schema: {type: integer, minimum: 0}}}
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Book'}}}}
    post:
      operationId: createBook
      security: [{key: []}]
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
      responses:
        '201': {description: Created, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
  /table:
    get:
      operationId: getTable
      responses: {'200': {description: A table, content: {text/csv: {schema: {type: string}}}}}
  /forms:
    post:
      operationId: sendForm
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [title]
              properties:
                title: {type: string}
                pages: {type: integer, minimum: 1, maximum: 900}
                kind: {type: string, enum: [novel, essay], default: novel}
      responses: {'204': {description: Stored}}
  /shelves/{shelfId}:
    parameters: [{name: shelfId, in: path, required: true, schema: {type: string}}]
    put:
      operationId: putShelf
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}
      responses: {'204': {description: Stored}}
  /covers:
    post:
      operationId: uploadCover
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: {type: object, required: [file], properties: {file: {type: string, format: binary}}}
      responses: {'204': {description: Stored}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: Ask the librarian.}
    login:
      type: oauth2
      flows: {authorizationCode: {authorizationUrl: 'https://a.example', tokenUrl: 'https://t.example', scopes: {read: Read}}}
    plain: {type: http, scheme: basic}
  schemas:
    Book:
      type: object
      required: [title]
      properties:
        title: {type: string}
        pages: {type: [integer, 'null']}
        data: {type: object, example: {type: file, $ref: '#/definitions/Book'}}
    Animal:
      type: object
      discriminator: {propertyName: kind}
      required: [kind]
      properties: {kind: {type: string}}
`

/** The same API without the example that has `$ref` as data, which bundlers follow. */
export const BUNDLED_SHELF = SHELF_31.replace(", $ref: '#/definitions/Book'}", '}')
