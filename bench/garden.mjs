/** A small API, the first document of each measured program. */

export const GARDEN = `openapi: 3.1.0
info: {title: Garden, version: 1.0.0, license: {name: MIT, identifier: MIT}}
servers: [{url: 'http://127.0.0.1:PORT'}]
security: []
paths:
  /plants:
    get:
      operationId: listPlants
      summary: List plants
      responses:
        '200': {description: Plants, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Plant'}}}}}
        '400': {description: Invalid request}
    post:
      operationId: createPlant
      summary: Create a plant
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/NewPlant'}}}}
      responses:
        '201': {description: Created, content: {application/json: {schema: {$ref: '#/components/schemas/Plant'}}}}
        '400': {description: Invalid request}
        '415': {description: Unsupported media type}
  /plants/{plantId}:
    parameters: [{name: plantId, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getPlant
      summary: Read a plant
      responses:
        '200': {description: The plant, content: {application/json: {schema: {$ref: '#/components/schemas/Plant'}}}}
        '404': {description: Not found}
    delete:
      operationId: deletePlant
      summary: Delete a plant
      responses:
        '204': {description: Deleted}
        '404': {description: Not found}
components:
  schemas:
    NewPlant: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 40}}}
    Plant: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string, minLength: 1, maxLength: 40}}}
`
