// Made by `specwright generate` from openapi/openapi.yaml; change that instead.

export interface paths {
    "/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List items
         * @description The items, by their number, page by page.
         */
        get: operations["listItems"];
        put?: never;
        /**
         * Add an item
         * @description A new item, which is not borrowed.
         */
        post: operations["createItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The item.
                 * @example 7
                 */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        /**
         * Read an item
         * @description One item.
         */
        get: operations["getItem"];
        /**
         * Describe an item anew
         * @description Replaces all properties of the item.
         */
        put: operations["replaceItem"];
        post?: never;
        /**
         * Remove an item
         * @description It can no longer be borrowed.
         */
        delete: operations["deleteItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/loans": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The item.
                 * @example 7
                 */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        /**
         * List the loans of an item
         * @description Loans of the item, the latest last.
         */
        get: operations["listLoans"];
        put?: never;
        /**
         * Borrow an item
         * @description Only one person has an item at a time.
         */
        post: operations["createLoan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Kind of item.
         * @enum {string}
         */
        Kind: "tool" | "book" | "game";
        /** @description Properties of an item. */
        NewItem: {
            /** @description Name of the item. */
            name: string;
            kind: components["schemas"]["Kind"];
        };
        /** @description Something that can be borrowed. */
        Item: {
            /** @description Its number. */
            id: number;
            /** @description Name of the item. */
            name: string;
            kind: components["schemas"]["Kind"];
            /**
             * @description Whether the item is on loan.
             * @default false
             */
            lent: boolean;
        };
        /** @description One page of items. */
        ItemPage: {
            /** @description The items. */
            data: components["schemas"]["Item"][];
            /** @description How many there are on all pages. */
            total: number;
        };
        /** @description The borrower and the due date. */
        NewLoan: {
            /** @description Name of the borrower. */
            borrower: string;
            /**
             * Format: date
             * @description The day by which it comes back.
             */
            due: string;
        };
        /** @description A loan of an item, present or past. */
        Loan: {
            /** @description Its number. */
            id: number;
            /** @description Number of the item. */
            itemId: number;
            /** @description Name of the borrower. */
            borrower: string;
            /**
             * Format: date
             * @description The day by which it comes back.
             */
            due: string;
            /**
             * @description Whether it came back.
             * @default false
             */
            returned: boolean;
        };
        /** @description Loans of one item. */
        LoanList: {
            /** @description The loans. */
            data: components["schemas"]["Loan"][];
        };
        /** @description Why a request was rejected (RFC 9457). */
        Problem: {
            /** @description The reason, in words. */
            title: string;
            /** @description The status of the response. */
            status: number;
            /** @description The properties of the request that were not valid. */
            errors?: {
                /** @description Which one. */
                field: string;
                /** @description The received and the expected value. */
                detail: string;
            }[];
        };
    };
    responses: {
        /** @description The request is not as it must be. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is missing or unknown. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The resource does not exist. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The item.
         * @example 7
         */
        ItemId: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listItems: {
        parameters: {
            query?: {
                /** @description Which page. */
                page?: number;
                /** @description How many items a page has. */
                perPage?: number;
                /** @description Only items of this kind. */
                kind?: components["schemas"]["Kind"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
        };
    };
    createItem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewItem"];
            };
        };
        responses: {
            /** @description The item. */
            201: {
                headers: {
                    /**
                     * @description Where it is.
                     * @example /desk/items/7
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    getItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The item.
                 * @example 7
                 */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    replaceItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The item.
                 * @example 7
                 */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewItem"];
            };
        };
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    deleteItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The item.
                 * @example 7
                 */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    listLoans: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The item.
                 * @example 7
                 */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoanList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    createLoan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The item.
                 * @example 7
                 */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLoan"];
            };
        };
        responses: {
            /** @description The loan. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Loan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The item is on loan. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
}
export type Kind = components['schemas']['Kind']
export type NewItem = components['schemas']['NewItem']
export type Item = components['schemas']['Item']
export type ItemPage = components['schemas']['ItemPage']
export type NewLoan = components['schemas']['NewLoan']
export type Loan = components['schemas']['Loan']
export type LoanList = components['schemas']['LoanList']
export type Problem = components['schemas']['Problem']
