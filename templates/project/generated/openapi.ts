// Made by `specwright generate` from openapi/openapi.yaml; change that instead.

export interface paths {
    "/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks
         * @description The tasks, the oldest first, page by page.
         */
        get: operations["listTasks"];
        put?: never;
        /**
         * Create a task
         * @description A new task, which is not done yet.
         */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The task.
                 * @example task_019a43f118b1d04e
                 */
                taskId: components["schemas"]["TaskId"];
            };
            cookie?: never;
        };
        /**
         * Read a task
         * @description One task.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        /**
         * Delete a task
         * @description It is gone.
         */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        /**
         * Change a task
         * @description Changes only the properties that are sent.
         */
        patch: operations["updateTask"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Id of a task.
         * @example task_019a43f118b1d04e
         */
        TaskId: string;
        /** @description Something to do. */
        Task: {
            id: components["schemas"]["TaskId"];
            /** @description The work to be done. */
            title: string;
            /** @description Whether it is done. */
            done: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        /** @description One page of tasks. */
        TaskPage: {
            /** @description The tasks of this page. */
            tasks: components["schemas"]["Task"][];
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description Why a request was rejected. */
        ApiError: {
            /** @description The reason, for programs and for people. */
            error: {
                /** @description The kind of error. It never changes. */
                code: string;
                /** @description Received and expected value. */
                message: string;
                /** @description The first invalid property of the request. */
                field?: string;
            };
        };
        /** @description A new task. */
        CreateTask: {
            /** @description The work to be done. */
            title: string;
        };
        /** @description The properties to change. */
        UpdateTask: {
            /** @description The work to be done. */
            title?: string;
            /** @description Whether it is done. */
            done?: boolean;
        };
    };
    responses: {
        /** @description The request is not as it must be. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key is missing or unknown. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is of another media type. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The resource does not exist. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTasks: {
        parameters: {
            query?: {
                /** @description Only tasks that are done, or that are not. */
                done?: boolean;
                /** @description How many tasks a page has at most. */
                limit?: number;
                /** @description Where the page begins, the `nextCursor` of the page before. */
                cursor?: string;
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
                    "application/json": components["schemas"]["TaskPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTask"];
            };
        };
        responses: {
            /** @description The task. */
            201: {
                headers: {
                    /**
                     * @description Where the task is.
                     * @example /tasks/task_019a43f118b1d04e
                     */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The task.
                 * @example task_019a43f118b1d04e
                 */
                taskId: components["schemas"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The task.
                 * @example task_019a43f118b1d04e
                 */
                taskId: components["schemas"]["TaskId"];
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
    updateTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The task.
                 * @example task_019a43f118b1d04e
                 */
                taskId: components["schemas"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTask"];
            };
        };
        responses: {
            /** @description The task as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
}
export type TaskId = components['schemas']['TaskId']
export type Task = components['schemas']['Task']
export type TaskPage = components['schemas']['TaskPage']
export type ApiError = components['schemas']['ApiError']
export type CreateTask = components['schemas']['CreateTask']
export type UpdateTask = components['schemas']['UpdateTask']
