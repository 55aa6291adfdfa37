// Made by `npm run generate` from openapi/v1/openapi.yaml; change that instead.

export interface paths {
    "/prompts": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List prompts
         * @description Lists the prompts of the organization, newest first. Filters add up: a prompt has to meet all of them.
         */
        get: operations["listPrompts"];
        put?: never;
        /**
         * Create a prompt
         * @description Creates a prompt and publishes its first version, unless `draft` is true. Raises `prompt.created` and, with a version, `prompt.version.created`.
         */
        post: operations["createPrompt"];
        /**
         * Delete several prompts
         * @description Deletes up to 100 prompts, all or none. Raises `prompt.deleted` for each.
         */
        delete: operations["deletePrompts"];
        options?: never;
        head?: never;
        /**
         * Change several prompts
         * @description Changes up to 100 prompts, all or none. An item may carry the `etag` that its prompt must still have. Raises `prompt.updated` for each.
         */
        patch: operations["updatePrompts"];
        trace?: never;
    };
    "/prompts/{promptId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        /**
         * Read a prompt
         * @description Reads the prompt with its draft. Send the `ETag` of a read as `If-Match` to prevent lost updates.
         */
        get: operations["getPrompt"];
        put?: never;
        post?: never;
        /**
         * Delete a prompt
         * @description Deletes the prompt. Requests for it return 404 from now on. Its versions and executions are stored for audit. Raises `prompt.deleted`.
         */
        delete: operations["deletePrompt"];
        options?: never;
        head?: never;
        /**
         * Change a prompt
         * @description Changes the draft or the settings; published versions stay as they are. Raises `prompt.updated`. Send the `ETag` of a read as `If-Match` to prevent lost updates.
         */
        patch: operations["updatePrompt"];
        trace?: never;
    };
    "/prompts/{promptId}/versions": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        /**
         * List the versions of a prompt
         * @description Lists the published versions, newest first.
         */
        get: operations["listPromptVersions"];
        put?: never;
        /**
         * Publish a version
         * @description Publishes the draft under the next number or, with `fromVersion`, an older version again: history is never rewritten. Raises `prompt.version.created`.
         */
        post: operations["createPromptVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompts/{promptId}/execute": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute a prompt
         * @description Fills in the variables, runs the model and stores the execution. A missing variable is rejected before any model is called. A `model` left out falls back to that of the prompt, then to the default of the environment. Raises `prompt.executed`.
         */
        post: operations["executePrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompts/{promptId}/versions/{version}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
                /**
                 * @description Number of the version.
                 * @example 2
                 */
                version: components["schemas"]["VersionNumber"];
            };
            cookie?: never;
        };
        /**
         * Read a version
         * @description Reads one published version.
         */
        get: operations["getPromptVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompts/{promptId}/labels/{label}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
                /**
                 * @description The label.
                 * @example live
                 */
                label: string;
            };
            cookie?: never;
        };
        /**
         * Read the version that a label points at
         * @description Reads the published version behind the label, so that a client can follow `live` without knowing numbers.
         */
        get: operations["getPromptLabel"];
        /**
         * Point a label at a version
         * @description Creates the label, or moves it to another version. Raises `prompt.updated`. `If-Match` accepts the ETag of the prompt.
         */
        put: operations["putPromptLabel"];
        post?: never;
        /**
         * Remove a label
         * @description Removes the label from the prompt; the version stays. Raises `prompt.updated`. `If-Match` accepts the ETag of the prompt.
         */
        delete: operations["deletePromptLabel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompts/{promptId}/diff": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        /**
         * Compare two versions
         * @description Compares the contents line by line, and the variables and settings, of two versions or of a version and the draft.
         */
        get: operations["comparePromptVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompts/{promptId}/render": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a prompt without running it
         * @description Fills in the variables as an execution would, and calls no model: the free dry run. Nothing is stored and no event is raised.
         */
        post: operations["renderPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompts/{promptId}/executions": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        /**
         * List the executions of a prompt
         * @description Lists the executions, newest first, failed ones included.
         */
        get: operations["listPromptExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompts/{promptId}/executions/{executionId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
                /**
                 * @description The execution.
                 * @example exec_01m6dztj1gf508gdxgxmagfksp
                 */
                executionId: components["schemas"]["ExecutionId"];
            };
            cookie?: never;
        };
        /**
         * Read an execution
         * @description Reads one execution.
         */
        get: operations["getPromptExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/folders": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List folders
         * @description Lists the folders of the organization, newest first. `parentId` selects one level of the tree.
         */
        get: operations["listFolders"];
        put?: never;
        /**
         * Create a folder
         * @description Creates a folder at the root or within another one, up to ten levels deep.
         */
        post: operations["createFolder"];
        /**
         * Delete several folders
         * @description Deletes up to 100 folders, all or none. A folder that is not empty needs `recursive=true`, unless its whole content is named too. At most 1,000 folders and prompts are deleted together. Prompts that go along raise `prompt.deleted`.
         */
        delete: operations["deleteFolders"];
        options?: never;
        head?: never;
        /**
         * Change several folders
         * @description Changes up to 100 folders, all or none; names and cycles are checked in the state after the last change. An item may carry the `etag` that its folder must still have.
         */
        patch: operations["updateFolders"];
        trace?: never;
    };
    "/folders/{folderId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The folder.
                 * @example folder_01m6b1yq00f37s7f7t118jw0gc
                 */
                folderId: components["parameters"]["FolderId"];
            };
            cookie?: never;
        };
        /**
         * Read a folder
         * @description Reads one folder.
         */
        get: operations["getFolder"];
        put?: never;
        post?: never;
        /**
         * Delete a folder
         * @description Deletes an empty folder or, with `recursive=true`, the folder with its whole content, at most 1,000 folders and prompts together. Deleted prompts raise `prompt.deleted`.
         */
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        /**
         * Change a folder
         * @description Renames the folder or moves it below another one, with its whole content.
         */
        patch: operations["updateFolder"];
        trace?: never;
    };
    "/datasets": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List datasets
         * @description Lists the datasets of the organization, newest first.
         */
        get: operations["listDatasets"];
        put?: never;
        /**
         * Create a dataset
         * @description Creates a dataset at version 1, with up to 1 000 items. More items come by import.
         */
        post: operations["createDataset"];
        /**
         * Delete several datasets
         * @description Deletes up to 100 datasets, all or none. Evaluations that used them stay as they are.
         */
        delete: operations["deleteDatasets"];
        options?: never;
        head?: never;
        /**
         * Change several datasets
         * @description Changes up to 100 datasets, all or none. A change may carry the `etag` that its dataset must still have.
         */
        patch: operations["updateDatasets"];
        trace?: never;
    };
    "/datasets/{datasetId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        /**
         * Read a dataset
         * @description Reads a dataset, without its items.
         */
        get: operations["getDataset"];
        put?: never;
        post?: never;
        /**
         * Delete a dataset
         * @description Deletes a dataset. Evaluations that used it stay as they are, and running ones continue.
         */
        delete: operations["deleteDataset"];
        options?: never;
        head?: never;
        /**
         * Change a dataset
         * @description Changes name, description or input schema, or replaces all items together. Every change creates a new version. The items of older versions stay readable. A new input schema validates items that are written from then on.
         */
        patch: operations["updateDataset"];
        trace?: never;
    };
    "/datasets/{datasetId}/items": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        /**
         * List the items of a dataset
         * @description Lists the items in their order, of the present version or of an older one.
         */
        get: operations["listDatasetItems"];
        put?: never;
        /**
         * Add items to a dataset
         * @description Adds up to 1 000 items behind the present ones, all or none, as one new version. A dataset has at most 1 000 000 items.
         */
        post: operations["createDatasetItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/items/{itemId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
                /**
                 * @description The item.
                 * @example item_01m6f0b9q0e5tskm4n7xw2c8pv
                 */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        /**
         * Read an item
         * @description Reads one item of the present version.
         */
        get: operations["getDatasetItem"];
        put?: never;
        post?: never;
        /**
         * Delete an item
         * @description Takes one item out, as a new version of the dataset.
         */
        delete: operations["deleteDatasetItem"];
        options?: never;
        head?: never;
        /**
         * Change an item
         * @description Changes one item and preserves its position, as a new version of the dataset.
         */
        patch: operations["updateDatasetItem"];
        trace?: never;
    };
    "/datasets/{datasetId}/versions": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        /**
         * List the versions of a dataset
         * @description Lists the versions, newest first. The items of each are at `/datasets/{datasetId}/items?version=`.
         */
        get: operations["listDatasetVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/import": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import items
         * @description Appends the items of a file to the present ones or, with `mode=replace`, replaces all of them, as one new version. A file of up to 256 MiB is read as it arrives. The first invalid row rejects the whole file, and nothing is changed. An item may have an `id`, which must not be in the dataset already, unless all items are replaced. An Idempotency-Key compares the whole file. An error response is not stored.
         */
        post: operations["importDatasetItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/datasets/{datasetId}/export": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        /**
         * Export items
         * @description Sends all items of a version as one file, as a stream. Importing it by `importDatasetItems` with `mode=replace` gives the same items with the same ids.
         */
        get: operations["exportDatasetItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List evaluations
         * @description Lists the evaluations, newest first.
         */
        get: operations["listEvaluations"];
        put?: never;
        /**
         * Run an evaluation
         * @description Starts a run of a prompt version over all active items of a dataset version: each item is a case, whose output the scorers score. The run continues by itself. It raises `evaluation.started`, `evaluation.test.completed` for each case and at the end either `evaluation.completed` or `evaluation.failed`. With `report`, a report and its exports follow a completed run. This requires `reports:write` and read access to the content of the report. The source of their events is `automation`.
         */
        post: operations["createEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations/{evaluationId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The evaluation.
                 * @example eval_01m6e8ykr0f4yv1gfmc70h325c
                 */
                evaluationId: components["parameters"]["EvaluationId"];
            };
            cookie?: never;
        };
        /**
         * Read an evaluation
         * @description Reads one evaluation with its counts, verdict and summary.
         */
        get: operations["getEvaluation"];
        put?: never;
        post?: never;
        /**
         * Delete an evaluation
         * @description Deletes an evaluation that has ended, with its results. Reports of it stay as they are. The request is rejected while the evaluation is queued or running, or its errored cases are being repeated: cancel the run first.
         */
        delete: operations["deleteEvaluation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations/{evaluationId}/results": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The evaluation.
                 * @example eval_01m6e8ykr0f4yv1gfmc70h325c
                 */
                evaluationId: components["parameters"]["EvaluationId"];
            };
            cookie?: never;
        };
        /**
         * List the results of an evaluation
         * @description Lists the results that there are so far, in the order of the cases.
         */
        get: operations["listEvaluationResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations/{evaluationId}/results/{resultId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The evaluation.
                 * @example eval_01m6e8ykr0f4yv1gfmc70h325c
                 */
                evaluationId: components["parameters"]["EvaluationId"];
                /**
                 * @description The result.
                 * @example result_01m6e8ynpgeg6sf59gb1cay88f
                 */
                resultId: components["parameters"]["ResultId"];
            };
            cookie?: never;
        };
        /**
         * Read a result
         * @description Reads the result of one case.
         */
        get: operations["getEvaluationResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations/{evaluationId}/cancel": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The evaluation.
                 * @example eval_01m6e8ykr0f4yv1gfmc70h325c
                 */
                evaluationId: components["parameters"]["EvaluationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an evaluation
         * @description Ends a run that is queued or running. Results that are there stay; the cases under way are given up. Raises `evaluation.failed`, whose evaluation has the status `cancelled`.
         */
        post: operations["cancelEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations/{evaluationId}/retry": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The evaluation.
                 * @example eval_01m6e8ykr0f4yv1gfmc70h325c
                 */
                evaluationId: components["parameters"]["EvaluationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repeat the errored cases
         * @description Starts a new evaluation of only the errored cases, with the same pinned prompt, dataset, model and scorers. It names this one in `retryOf`.
         */
        post: operations["retryEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Lists the webhooks of the organization, newest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Subscribes an HTTPS endpoint to event types. The response contains the signing secret. Store it, because it is not shown again. Event types of a family whose read scope the caller lacks are rejected with 403.
         */
        post: operations["createWebhook"];
        /**
         * Delete several webhooks
         * @description Deletes up to 100 webhooks, all or none.
         */
        delete: operations["deleteWebhooks"];
        options?: never;
        head?: never;
        /**
         * Change several webhooks
         * @description Changes up to 100 webhooks, all or none. An item may carry the `etag` that its webhook must still have.
         */
        patch: operations["updateWebhooks"];
        trace?: never;
    };
    "/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Reads a webhook, without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes the webhook and its secret; attempts that are due are given up.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes the address, the event types, the filters or the status. The secret stays.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Lists the delivery attempts of the last 30 days, newest first: one record for each attempt.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
                /**
                 * @description The delivery attempt.
                 * @example delivery_01m6dzgg14fsqt2rvkyszpjdek
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description Reads one delivery attempt of the last 30 days.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
                /**
                 * @description The delivery attempt.
                 * @example delivery_01m6dzgg14fsqt2rvkyszpjdek
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Sends the event of an ended attempt once more, whatever came of it, with the bytes of before: a new delivery, retried as any other. Retries of the first one that are still due stay due.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the missed events of a time range again
         * @description Sends every event of the range that the webhook subscribes to and never received: those that were skipped while it was paused or disabled, and those whose attempts failed. Events that were received, or are on their way, are not sent again. The work runs in the background, oldest first, and continues after a restart. Each event is a new delivery with the same bytes, retried like any other.
         */
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/replays/{replayId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
                /**
                 * @description The replay.
                 * @example replay_01m6e22wg0fyhsk0r3pnqmz4ac
                 */
                replayId: components["parameters"]["ReplayId"];
            };
            cookie?: never;
        };
        /**
         * Read a replay
         * @description Returns the progress of a replay. It stays readable for 30 days, as the deliveries do.
         */
        get: operations["getWebhookReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret of a webhook
         * @description Creates a new signing secret, which only this response contains. The previous secret signs too until `previousSecretExpiresAt`: deliveries then carry two `v1` digests, the newer first, so that the endpoint can change over without losing one. A rotation within the overlap of another ends that overlap.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a sample of the event type, subscribed to or not, marked by `metadata.triggeredBy: test`. It is delivered and retried as any other event; the list of deliveries shows the outcome.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description Lists the models that this environment knows, in alphabetical order.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List report templates
         * @description Lists the templates that reports can be made from, in the order of their names.
         */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The template.
                 * @example template_01m3v7me00ek2v3mwbsax9r214
                 */
                templateId: components["parameters"]["TemplateId"];
            };
            cookie?: never;
        };
        /**
         * Read a report template
         * @description Reads one template.
         */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List reports
         * @description Lists the reports of the organization without their figures, newest first.
         */
        get: operations["listReports"];
        put?: never;
        /**
         * Create a report
         * @description Starts a report and responds immediately. `report.completed` or `report.failed` reports its end. Its figures are those of the time of generation and never change. A report shows what its maker may read: of prompts with `prompts:read`, of an evaluation with `evaluations:read` too.
         */
        post: operations["createReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{reportId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The report.
                 * @example report_01m6eccfc0fzevwtbd9zqmvevj
                 */
                reportId: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        /**
         * Read a report
         * @description Reads one report with its figures.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        /**
         * Delete a report
         * @description Deletes the report, its exports and their files, whatever its state. A report that is still being made raises no further event.
         */
        delete: operations["deleteReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{reportId}/exports": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The report.
                 * @example report_01m6eccfc0fzevwtbd9zqmvevj
                 */
                reportId: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        /**
         * List the exports of a report
         * @description Lists the exports of the report, newest first.
         */
        get: operations["listReportExports"];
        put?: never;
        /**
         * Export a report
         * @description Creates a file from a completed report: PDF, Word, HTML, Markdown, CSV or JSON. PDF and Word raise `report.exported`. In CSV, a string that a spreadsheet would treat as a formula is preceded by an apostrophe.
         */
        post: operations["createReportExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{reportId}/exports/{exportId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The report.
                 * @example report_01m6eccfc0fzevwtbd9zqmvevj
                 */
                reportId: components["parameters"]["ReportId"];
                /**
                 * @description The export.
                 * @example export_01m6ecnmb0fj8rfy2kn7f1r3wt
                 */
                exportId: components["parameters"]["ReportExportId"];
            };
            cookie?: never;
        };
        /**
         * Read an export
         * @description Returns one export; its file is at `downloadPath`.
         */
        get: operations["getReportExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{reportId}/exports/{exportId}/download": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The report.
                 * @example report_01m6eccfc0fzevwtbd9zqmvevj
                 */
                reportId: components["parameters"]["ReportId"];
                /**
                 * @description The export.
                 * @example export_01m6ecnmb0fj8rfy2kn7f1r3wt
                 */
                exportId: components["parameters"]["ReportExportId"];
            };
            cookie?: never;
        };
        /**
         * Download an export
         * @description The file of the export, in the media type of its format.
         */
        get: operations["downloadReportExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/oauth-clients": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List OAuth clients
         * @description Lists the clients of the organization, newest first, without their secrets.
         */
        get: operations["listOAuthClients"];
        put?: never;
        /**
         * Create an OAuth client
         * @description Registers an application. The response contains the secret of a confidential client. Store it, because it is not shown again. Scopes that the caller lacks are rejected with 403.
         */
        post: operations["createOAuthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/oauth-clients/{clientId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The OAuth client.
                 * @example client_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        /**
         * Read an OAuth client
         * @description Reads a client, without its secret.
         */
        get: operations["getOAuthClient"];
        put?: never;
        post?: never;
        /**
         * Delete an OAuth client
         * @description Deletes the client and revokes all of its tokens immediately.
         */
        delete: operations["deleteOAuthClient"];
        options?: never;
        head?: never;
        /**
         * Change an OAuth client
         * @description Changes the name, the redirect URIs or the scopes. A removed scope is gone from the client's access tokens immediately.
         */
        patch: operations["updateOAuthClient"];
        trace?: never;
    };
    "/organization/oauth-clients/{clientId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The OAuth client.
                 * @example client_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a client's secret
         * @description Gives a confidential client a new secret, shown only this once. The previous secret ends immediately, or works for some more days. The one before that ends in any case.
         */
        post: operations["rotateOAuthClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/oauth-clients/{clientId}/secret": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The OAuth client.
                 * @example client_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a client's secret, at its former address
         * @deprecated
         * @description The same as `POST /organization/oauth-clients/{clientId}/rotate-secret`, which keys and webhooks are like.
         */
        post: operations["rotateOAuthClientSecretFormerly"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Read the organization
         * @description Reads the organization that the credential belongs to.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename the organization
         * @description Changes the name. Only an administrator of the service changes the plan.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/organization/members": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Lists the members of the organization, newest first: those who are invited, those who joined, and those who were removed.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Invite a member
         * @description Invites an address. The response contains a link, which is shown only this once. The person can join with it within seven days. Raises `member.invited`. Only an owner may invite an owner.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/members/{memberId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The member.
                 * @example member_01m6eftb00faptafda8t3epnen
                 */
                memberId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        /**
         * Read a member
         * @description Reads a member, removed ones too.
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Removes a member, or withdraws an invitation. The member's API keys and tokens are rejected from the next request on. Resources that the member created stay. Raises `member.removed`. Only an owner may remove an owner, and the last owner stays.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a role
         * @description Gives a member another role, which counts from their next request on. Only an owner may make or change an owner, and the last owner stays one.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/organization/api-keys": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Lists the API keys of the organization, newest first, without the keys themselves.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key that acts as the caller, with scopes that the caller has. The response contains the key. Store it, because it is not shown again.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The API key.
                 * @example key_01m6egp000f1nqc9yq0v6rw3tk
                 */
                keyId: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        /**
         * Read an API key
         * @description Reads what is known of a key, revoked ones too; never the key itself.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Ends a key, from the next request on. It stays readable, for the record.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename an API key
         * @description Changes the name. Scopes and end stay as they were made: rotate the key, or create another.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/organization/api-keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The API key.
                 * @example key_01m6egp000f1nqc9yq0v6rw3tk
                 */
                keyId: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Creates a successor with the same name, scopes and expiry date, which acts as the caller. The old key ends after the overlap, in which both work. A key can be rotated once. Rotating its successor within the overlap ends the first key immediately. The response contains the new key. Store it, because it is not shown again.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/subscription": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Read the subscription
         * @description Reads the plan of the organization and the limits that follow from it.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/audit-log": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @description Lists every change to what the organization has, newest first: what was done, to what, by whom, when and with which credential. A change of several resources has an entry for each.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    promptCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A prompt was created
         * @description Sent to every active webhook that subscribes to `prompt.created`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receivePromptCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    promptUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prompt content or settings changed
         * @description Sent to every active webhook that subscribes to `prompt.updated`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receivePromptUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    promptDeleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A prompt was deleted
         * @description Sent to every active webhook that subscribes to `prompt.deleted`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receivePromptDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    promptVersionCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A new version was published
         * @description Sent to every active webhook that subscribes to `prompt.version.created`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receivePromptVersionCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    promptExecuted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A prompt was executed through the API
         * @description Sent to every active webhook that subscribes to `prompt.executed`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receivePromptExecuted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    reportCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report generation started
         * @description Sent to every active webhook that subscribes to `report.created`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveReportCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    reportCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report generation finished successfully
         * @description Sent to every active webhook that subscribes to `report.completed`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveReportCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    reportFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report generation failed
         * @description Sent to every active webhook that subscribes to `report.failed`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveReportFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    reportExported: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A report was exported to PDF or Word
         * @description Sent to every active webhook that subscribes to `report.exported`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveReportExported"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    evaluationStarted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An evaluation run started
         * @description Sent to every active webhook that subscribes to `evaluation.started`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveEvaluationStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    evaluationCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All test cases finished
         * @description Sent to every active webhook that subscribes to `evaluation.completed`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveEvaluationCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    evaluationFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The evaluation hit an error
         * @description Sent to every active webhook that subscribes to `evaluation.failed`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveEvaluationFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    evaluationTestCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One test case finished
         * @description Sent to every active webhook that subscribes to `evaluation.test.completed`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveEvaluationTestCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    memberInvited: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A member was invited
         * @description Sent to every active webhook that subscribes to `member.invited`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveMemberInvited"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    memberJoined: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invited member accepted
         * @description Sent to every active webhook that subscribes to `member.joined`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveMemberJoined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    memberRemoved: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A member was removed
         * @description Sent to every active webhook that subscribes to `member.removed`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveMemberRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    subscriptionUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The subscription plan changed
         * @description Sent to every active webhook that subscribes to `subscription.updated`. Return a 2xx status within 30 seconds. Any other outcome is retried, up to eight times in about a day, so that the same event can arrive more than once: its `id` stays the same.
         */
        post: operations["receiveSubscriptionUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description Name of a label; `latest` is reserved for the newest version.
         * @example live
         */
        LabelName: string;
        /**
         * @description Identifier of a prompt.
         * @example prompt_01m6dsg7e0e8qra54038hz5kj6
         */
        PromptId: string;
        /**
         * @description Name of a prompt; one line, without control characters.
         * @example Welcome mail
         */
        PromptName: string;
        /**
         * @description The template. `{{ name }}` is a variable whose name matches `[A-Za-z_][A-Za-z0-9_]{0,63}`. `\{{` is a literal `{{`. The block forms `{{#`, `{{/`, `{{>`, `{{^`, `{{&` and `{{!` are rejected. All other text stays as it is.
         * @example Write a short welcome mail to {{customer}} in a {{tone}} tone.
         */
        PromptContent: string;
        /**
         * @description Names of the variables in the template, in order of appearance, each once.
         * @example [
         *       "customer",
         *       "tone"
         *     ]
         */
        VariableNames: string[];
        /**
         * @description Free keywords.
         * @example [
         *       "mail",
         *       "onboarding"
         *     ]
         */
        PromptTags: string[];
        /**
         * Format: date-time
         * @description A moment in UTC, RFC 3339 with milliseconds.
         * @example 2026-11-02T09:30:00.000Z
         */
        Timestamp: string;
        /**
         * @description Identifier of a user; OAuth clients act as a service user of their own.
         * @example user_01m3v7me00fwmbq8eed7gnc6z7
         */
        UserId: string;
        /** @description A prompt: one mutable draft and immutable, numbered versions. */
        Prompt: {
            readonly id: components["schemas"]["PromptId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            readonly object: "prompt";
            name: components["schemas"]["PromptName"];
            content: components["schemas"]["PromptContent"];
            /** @description The folder of the prompt; null at the root. */
            folderId: string | null;
            /** @description Number of the last published version; 0 while none is published. */
            readonly version: number;
            /**
             * @description `draft` while no version is published.
             * @enum {string}
             */
            readonly status: "draft" | "published";
            /** @description Whether the draft differs from the last published version. */
            readonly hasUnpublishedChanges: boolean;
            readonly variables: components["schemas"]["VariableNames"];
            /** @description Purpose of the prompt. */
            description: string | null;
            tags: components["schemas"]["PromptTags"];
            /** @description Labels, each with the version that it points at. */
            readonly labels: {
                [key: string]: number;
            };
            /** @description The model used when an execution names none. */
            model: string | null;
            /** @description The temperature used when an execution names none. */
            temperature: number | null;
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly createdBy: components["schemas"]["UserId"];
            readonly updatedAt: components["schemas"]["Timestamp"];
            readonly updatedBy: components["schemas"]["UserId"];
        };
        /** @description One page of prompts. */
        PromptList: {
            /** @description The items of this page. */
            prompts: components["schemas"]["Prompt"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /**
         * @description Error code, for programs. Each code belongs to one status:
         *
         *     - 400: `VALIDATION_ERROR`, `INVALID_JSON`
         *     - 401: `UNAUTHORIZED`, `INVALID_API_KEY`, `INVALID_TOKEN`, `TOKEN_EXPIRED`, `WRONG_ENVIRONMENT`
         *     - 403: `INSECURE_TRANSPORT`, `INSUFFICIENT_SCOPE`, `FORBIDDEN`
         *     - 404: `NOT_FOUND`
         *     - 405: `METHOD_NOT_ALLOWED`
         *     - 406: `NOT_ACCEPTABLE`
         *     - 408: `REQUEST_TIMEOUT`
         *     - 409: `CONFLICT`, `NAME_TAKEN`, `FOLDER_NOT_EMPTY`, `VERSION_UNCHANGED`, `RESOURCE_IN_USE`,
         *       `INVALID_STATE`, `IDEMPOTENCY_KEY_REUSED`, `IDEMPOTENCY_IN_PROGRESS`
         *     - 412: `PRECONDITION_FAILED`
         *     - 413: `PAYLOAD_TOO_LARGE`
         *     - 415: `UNSUPPORTED_MEDIA_TYPE`
         *     - 429: `RATE_LIMIT_EXCEEDED`, `DAILY_QUOTA_EXCEEDED`
         *     - 431: `HEADER_FIELDS_TOO_LARGE`
         *     - 500: `INTERNAL_ERROR`
         *     - 502: `MODEL_PROVIDER_ERROR`
         *     - 503: `UNAVAILABLE`
         *     - 504: `MODEL_TIMEOUT`
         *     - 505: `HTTP_VERSION_NOT_SUPPORTED`
         * @enum {string}
         */
        ErrorCode: "VALIDATION_ERROR" | "INVALID_JSON" | "UNAUTHORIZED" | "INVALID_API_KEY" | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "WRONG_ENVIRONMENT" | "INSECURE_TRANSPORT" | "INSUFFICIENT_SCOPE" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "REQUEST_TIMEOUT" | "CONFLICT" | "NAME_TAKEN" | "FOLDER_NOT_EMPTY" | "VERSION_UNCHANGED" | "RESOURCE_IN_USE" | "INVALID_STATE" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMIT_EXCEEDED" | "DAILY_QUOTA_EXCEEDED" | "HEADER_FIELDS_TOO_LARGE" | "INTERNAL_ERROR" | "MODEL_PROVIDER_ERROR" | "UNAVAILABLE" | "MODEL_TIMEOUT" | "HTTP_VERSION_NOT_SUPPORTED";
        /** @description One problem of a request. */
        Issue: {
            /**
             * @description Path of the invalid property: `content`, `events[2]`, `variables.name`, `query.limit`, `header.If-Match`.
             * @example content
             */
            field: string;
            /**
             * @description Received and expected value.
             * @example is empty; expected 1 to 100000 characters
             */
            issue: string;
        };
        /** @description Context of the error. The properties depend on the code; `error` in the envelope defines which of them a code always has. */
        ErrorDetails: {
            /** @description Path of the first invalid property, such as `content`, `events[2]`, `query.limit`, `header.Accept`. */
            field?: string;
            /** @description The problem with that property. */
            issue?: string;
            /** @description `VALIDATION_ERROR`: every invalid property, the first one included. */
            issues?: components["schemas"]["Issue"][];
            /** @description `INSUFFICIENT_SCOPE`: the scopes that are needed. */
            required?: string[];
            /** @description `INSUFFICIENT_SCOPE`: those of them that the credential lacks. */
            missing?: string[];
            /** @description The received value. It is the header of `NOT_ACCEPTABLE`, `UNSUPPORTED_MEDIA_TYPE` and `PRECONDITION_FAILED`, the method of `METHOD_NOT_ALLOWED`, the bytes of `PAYLOAD_TOO_LARGE`. */
            received?: string | number | null;
            /** @description `NOT_ACCEPTABLE`: the media types that the response can have. */
            available?: string[];
            /** @description `UNSUPPORTED_MEDIA_TYPE`: the supported media types or encodings. */
            expected?: string[];
            /** @description `PRECONDITION_FAILED`: the ETag that the resource has now. */
            current?: string | null;
            /** @description The methods of the path (`METHOD_NOT_ALLOWED`), or the maximum bytes (`PAYLOAD_TOO_LARGE`). */
            allowed?: string[] | number;
            /** @description `RATE_LIMIT_EXCEEDED` and `DAILY_QUOTA_EXCEEDED`: requests that the window allows. */
            limit?: number;
            /**
             * @description `RATE_LIMIT_EXCEEDED` and `DAILY_QUOTA_EXCEEDED`: which limit is used up.
             * @enum {string}
             */
            window?: "burst" | "minute" | "day";
            /** @description `RATE_LIMIT_EXCEEDED`, `DAILY_QUOTA_EXCEEDED` and `IDEMPOTENCY_IN_PROGRESS`: seconds until a retry. */
            retryAfterSeconds?: number;
            /** @description `MODEL_PROVIDER_ERROR` and `MODEL_TIMEOUT`: the failed execution, which is stored. */
            executionId?: string;
            /** @description `MODEL_PROVIDER_ERROR`: the status that the provider returned, if it responded. */
            providerStatus?: number;
            /** @description `MODEL_PROVIDER_ERROR` and `MODEL_TIMEOUT`: requests to the provider, if it is called over a network. */
            attempts?: number;
            /** @description `FOLDER_NOT_EMPTY`: the folder that is not empty. */
            folderId?: string;
            /** @description `FOLDER_NOT_EMPTY`: folders in it. */
            folders?: number;
            /** @description `FOLDER_NOT_EMPTY`: prompts in it. */
            prompts?: number;
            /** @description Faults in JSON and in imported files: the line, counted from 1. */
            line?: number;
            /** @description `INVALID_JSON`: the character in the line, counted from 1. */
            column?: number;
            /** @description `INVALID_JSON`: the byte of the body, counted from 0. */
            offset?: number;
            /** @description Faults in imported CSV: the record, counted from 1 behind the one that names the columns. */
            row?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description The body of every error. */
        ErrorEnvelope: {
            /**
             * @description Always `false`.
             * @constant
             */
            success: false;
            /** @description The error. */
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description The error, for people. */
                message: string;
                details: components["schemas"]["ErrorDetails"];
                /**
                 * @description Repeats `X-Request-Id`.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                requestId: string;
            };
        };
        /** @description A new prompt. */
        CreatePromptRequest: {
            name: components["schemas"]["PromptName"];
            content: components["schemas"]["PromptContent"];
            /** @description The folder to put the prompt into; left out or null: the root. */
            folderId?: string | null;
            /**
             * @description `true` leaves the prompt unpublished at version 0; otherwise version 1 is published immediately.
             * @default false
             */
            draft?: boolean;
            /** @description Purpose of the prompt. */
            description?: string | null;
            tags?: components["schemas"]["PromptTags"];
            /** @description The model used when an execution names none. */
            model?: string | null;
            /** @description The temperature used when an execution names none. */
            temperature?: number | null;
        };
        /** @description One prompt and the properties to change. */
        PromptChange: {
            id: components["schemas"]["PromptId"];
            /** @description Changes the prompt only while it still has this ETag; otherwise the whole request is rejected with 412. */
            etag?: string;
            name?: components["schemas"]["PromptName"];
            content?: components["schemas"]["PromptContent"];
            /** @description Moves the prompt; null: to the root. */
            folderId?: string | null;
            /** @description Purpose of the prompt. */
            description?: string | null;
            tags?: components["schemas"]["PromptTags"];
            /** @description The model used when an execution names none. */
            model?: string | null;
            /** @description The temperature used when an execution names none. */
            temperature?: number | null;
        };
        /** @description Changes to several prompts. */
        UpdatePromptsRequest: {
            /** @description The changes, at most one for each prompt. */
            prompts: components["schemas"]["PromptChange"][];
        };
        /** @description The changed prompts, in the order of the request. */
        UpdatedPrompts: {
            /** @description The changed prompts. */
            prompts: components["schemas"]["Prompt"][];
        };
        /** @description The properties to change. Others stay as they are. */
        UpdatePromptRequest: {
            name?: components["schemas"]["PromptName"];
            content?: components["schemas"]["PromptContent"];
            /** @description Moves the prompt; null: to the root. */
            folderId?: string | null;
            /** @description Purpose of the prompt. */
            description?: string | null;
            tags?: components["schemas"]["PromptTags"];
            /** @description The model used when an execution names none. */
            model?: string | null;
            /** @description The temperature used when an execution names none. */
            temperature?: number | null;
        };
        /**
         * @description Identifier of a prompt version.
         * @example pver_01m6dsg7e0fqztst5x26x90t59
         */
        PromptVersionId: string;
        /**
         * @description Number of a published version, counted from 1 without gaps.
         * @example 2
         */
        VersionNumber: number;
        /** @description A published version of a prompt; it never changes. */
        PromptVersion: {
            id: components["schemas"]["PromptVersionId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            object: "prompt_version";
            promptId: components["schemas"]["PromptId"];
            version: components["schemas"]["VersionNumber"];
            content: components["schemas"]["PromptContent"];
            variables: components["schemas"]["VariableNames"];
            /** @description The model used when an execution names none. */
            model: string | null;
            /** @description The temperature used when an execution names none. */
            temperature: number | null;
            /** @description Why the version was published. */
            commitMessage: string | null;
            /** @description SHA-256 of the content in UTF-8. */
            contentHash: string;
            /** @description Labels that point at this version, in alphabetical order. */
            labels: string[];
            /** @description The version that this one follows or, after `fromVersion`, repeats; null for the first one. */
            basedOnVersion: number | null;
            createdAt: components["schemas"]["Timestamp"];
            createdBy: components["schemas"]["UserId"];
        };
        /** @description One page of versions. */
        PromptVersionList: {
            /** @description The items of this page. */
            versions: components["schemas"]["PromptVersion"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description Content to publish; an empty object publishes the draft. */
        CreatePromptVersionRequest: {
            /** @description Publishes the content and settings of this older version again, under a new number; the draft becomes the same. */
            fromVersion?: number;
            /** @description Why the version is published. */
            commitMessage?: string | null;
        };
        /**
         * @description The value of each variable by its name. Values are inserted as they are: never scanned for placeholders again, never escaped.
         * @example {
         *       "customer": "Ada",
         *       "tone": "friendly"
         *     }
         */
        VariableValues: {
            [key: string]: string;
        };
        /**
         * @description Name of a model, as `GET /models` lists it.
         * @example mock/echo
         */
        ModelName: string;
        /**
         * @description Sampling temperature.
         * @example 0.7
         */
        Temperature: number;
        /**
         * @description A published version by its number, or the draft.
         * @example 2
         */
        VersionSelector: components["schemas"]["VersionNumber"] | "draft";
        /** @description Values and settings of one execution. Without `version` and `label` the last published version runs, or the draft while none is published. */
        ExecutePromptRequest: {
            variables?: components["schemas"]["VariableValues"];
            model?: components["schemas"]["ModelName"];
            temperature?: components["schemas"]["Temperature"];
            version?: components["schemas"]["VersionSelector"];
            /**
             * @description The version that this label points at; `latest` is the newest one. Not together with `version`.
             * @example live
             */
            label?: string;
            /**
             * @description `true` rejects variables that the template does not have; otherwise each one is a warning.
             * @default false
             */
            strict?: boolean;
        } & ({
            label?: never;
        } | {
            version?: never;
        });
        /**
         * @description Identifier of an execution.
         * @example exec_01m6dztj1gf508gdxgxmagfksp
         */
        ExecutionId: string;
        /** @description Tokens that the model counted. */
        ExecutionUsage: {
            /** @description Tokens of the rendered prompt. */
            inputTokens: number;
            /** @description Tokens of the output. */
            outputTokens: number;
            /** @description Both together. */
            totalTokens: number;
        };
        /** @description One run of a prompt on a model. */
        Execution: {
            id: components["schemas"]["ExecutionId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            object: "execution";
            promptId: components["schemas"]["PromptId"];
            version: components["schemas"]["VersionSelector"];
            model: components["schemas"]["ModelName"];
            /**
             * @description Provider of the model.
             * @example mock
             */
            provider: string;
            temperature: components["schemas"]["Temperature"];
            /**
             * @description How the execution ended.
             * @enum {string}
             */
            status: "succeeded" | "failed";
            /** @description Response of the model; null when it failed. */
            output: string | null;
            /** @description The template with the values filled in, as the model received it. */
            renderedPrompt: string;
            /**
             * @description Why the model stopped, in its own word; null when it failed.
             * @example stop
             */
            finishReason: string | null;
            /** @description Tokens that the model counted; null when it failed, and when its provider does not count. */
            usage: components["schemas"]["ExecutionUsage"] | null;
            /** @description US dollars; null when the price of the model is not known. */
            cost: number | null;
            /** @description Milliseconds from the call of the model to its response, retries included. */
            latencyMs: number;
            /** @description Warnings that did not stop the execution. */
            warnings: components["schemas"]["Issue"][];
            createdAt: components["schemas"]["Timestamp"];
            createdBy: components["schemas"]["UserId"];
        };
        /** @description Where the label shall point. */
        PutPromptLabelRequest: {
            version: components["schemas"]["VersionNumber"];
        };
        /** @description One line of the comparison. */
        DiffLine: {
            /**
             * @description Whether the line is in both versions, only in the first or only in the second. Deletions come before insertions.
             * @enum {string}
             */
            op: "equal" | "delete" | "insert";
            /** @description The line without its end. */
            text: string;
        };
        /** @description A setting that differs. */
        SettingChange: {
            /**
             * @description Which setting.
             * @enum {string}
             */
            setting: "model" | "temperature";
            /** @description Its value in the first version. */
            from: string | number | null;
            /** @description Its value in the second version. */
            to: string | number | null;
        };
        /** @description Differences between two versions of a prompt. */
        PromptComparison: {
            /**
             * @description The kind of this resource.
             * @constant
             */
            object: "prompt_comparison";
            promptId: components["schemas"]["PromptId"];
            from: components["schemas"]["VersionSelector"];
            to: components["schemas"]["VersionSelector"];
            /** @description Whether content and settings are the same. */
            identical: boolean;
            /** @description The contents, line by line. */
            lines: components["schemas"]["DiffLine"][];
            addedVariables: components["schemas"]["VariableNames"];
            removedVariables: components["schemas"]["VariableNames"];
            /** @description The settings that differ. */
            settings: components["schemas"]["SettingChange"][];
        };
        /** @description Values for one rendering. Without `version` and `label` the last published version is rendered, or the draft while none is published. */
        RenderPromptRequest: {
            variables?: components["schemas"]["VariableValues"];
            version?: components["schemas"]["VersionSelector"];
            /**
             * @description The version that this label points at; `latest` is the newest one. Not together with `version`.
             * @example live
             */
            label?: string;
            /**
             * @description `true` rejects variables that the template does not have; otherwise each one is a warning.
             * @default false
             */
            strict?: boolean;
        } & ({
            label?: never;
        } | {
            version?: never;
        });
        /** @description A prompt with its values filled in. */
        PromptRendering: {
            /**
             * @description The kind of this resource.
             * @constant
             */
            object: "prompt_rendering";
            promptId: components["schemas"]["PromptId"];
            version: components["schemas"]["VersionSelector"];
            /** @description The template with the values filled in. */
            renderedPrompt: string;
            /** @description Warnings that did not stop the rendering. */
            warnings: components["schemas"]["Issue"][];
        };
        /**
         * Format: date-time
         * @description A moment, RFC 3339: seconds and an offset are required, a fraction is optional. Responses show it in UTC with milliseconds. In a query the `+` of an offset is written `%2B`.
         * @example 2026-11-02T09:30:00Z
         */
        GivenTime: string;
        /** @description One page of executions. */
        ExecutionList: {
            /** @description The items of this page. */
            executions: components["schemas"]["Execution"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /**
         * @description Identifier of a folder.
         * @example folder_01m6b1yq00f37s7f7t118jw0gc
         */
        FolderId: string;
        /**
         * @description Name of a folder, unique within its parent; one line, without control characters and slashes.
         * @example Mail
         */
        FolderName: string;
        /** @description A folder of prompts and folders. */
        Folder: {
            readonly id: components["schemas"]["FolderId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            readonly object: "folder";
            name: components["schemas"]["FolderName"];
            /** @description The folder above; null at the root. */
            parentId: string | null;
            /**
             * @description Names from the root down to this folder, each after a slash.
             * @example /Mail/Onboarding
             */
            readonly path: string;
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description The user who made it; null for a folder that is older than this record. */
            readonly createdBy: string | null;
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of folders. */
        FolderList: {
            /** @description The items of this page. */
            folders: components["schemas"]["Folder"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description A new folder. */
        CreateFolderRequest: {
            name: components["schemas"]["FolderName"];
            /** @description The folder above; null: the root. */
            parentId?: string | null;
        };
        /** @description One folder and the properties to change. */
        FolderChange: {
            id: components["schemas"]["FolderId"];
            /** @description Changes the folder only while it still has this ETag; otherwise the whole request is rejected with 412. */
            etag?: string;
            name?: components["schemas"]["FolderName"];
            /** @description The folder above; null: the root. */
            parentId?: string | null;
        };
        /** @description Changes to several folders. */
        UpdateFoldersRequest: {
            /** @description The changes, at most one for each folder. */
            folders: components["schemas"]["FolderChange"][];
        };
        /** @description The changed folders, in the order of the request. */
        UpdatedFolders: {
            /** @description The changed folders. */
            folders: components["schemas"]["Folder"][];
        };
        /** @description The properties to change. Others stay as they are. */
        UpdateFolderRequest: {
            name?: components["schemas"]["FolderName"];
            /** @description The folder above; null: the root. */
            parentId?: string | null;
        };
        /**
         * @description Identifier of a dataset.
         * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
         */
        DatasetId: string;
        /**
         * @description Name of a dataset; one line, without control characters.
         * @example Welcome mails
         */
        DatasetName: string;
        /** @description Purpose of the dataset. */
        DatasetDescription: string | null;
        /**
         * @description Number of a version of a dataset, counted from 1; each change makes the next one.
         * @example 2
         */
        DatasetVersionNumber: number;
        /**
         * @description JSON Schema 2020-12 for the `variables` of every item that is written from now on; null for none. References may point only within the schema. Patterns have no look-around and no back-references.
         * @example {
         *       "type": "object",
         *       "required": [
         *         "customer",
         *         "tone"
         *       ]
         *     }
         */
        InputSchema: {
            [key: string]: unknown;
        } | null;
        /** @description A set of test cases for prompts. Its items are at `/datasets/{datasetId}/items`. */
        Dataset: {
            readonly id: components["schemas"]["DatasetId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            readonly object: "dataset";
            name: components["schemas"]["DatasetName"];
            description: components["schemas"]["DatasetDescription"];
            readonly version: components["schemas"]["DatasetVersionNumber"];
            /** @description How many items it has. */
            readonly itemCount: number;
            inputSchema: components["schemas"]["InputSchema"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly createdBy: components["schemas"]["UserId"];
            readonly updatedAt: components["schemas"]["Timestamp"];
            readonly updatedBy: components["schemas"]["UserId"];
        };
        /** @description One page of datasets. */
        DatasetList: {
            /** @description The items of this page. */
            datasets: components["schemas"]["Dataset"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description Of `equals`, `contains`, `startsWith`, `endsWith` and `levenshtein`. */
        TextOptions: {
            /** @description The text; that of the item's `expectedOutput` when absent. */
            value?: string;
            /**
             * @description Whether upper and lower case count as the same.
             * @default false
             */
            ignoreCase?: boolean;
            /**
             * @description Whether spaces at both ends are ignored.
             * @default false
             */
            trim?: boolean;
        };
        /** @description Checks whether the output equals a text. */
        EqualsScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "equals";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Checks whether the output contains a text. */
        ContainsScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "contains";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Of `containsAll` and `containsAny`. */
        ListOptions: {
            /** @description The texts. */
            values: string[];
            /**
             * @description Whether upper and lower case count as the same.
             * @default false
             */
            ignoreCase?: boolean;
        };
        /** @description Checks whether the output contains every one of the texts. */
        ContainsAllScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "containsAll";
            options: components["schemas"]["ListOptions"];
        };
        /** @description Checks whether the output contains at least one of the texts. */
        ContainsAnyScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "containsAny";
            options: components["schemas"]["ListOptions"];
        };
        /** @description Checks whether the output begins with a text. */
        StartsWithScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "startsWith";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Checks whether the output ends with a text. */
        EndsWithScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "endsWith";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Of `regex`: a pattern of linear time, without look-around and back-references. */
        RegexOptions: {
            /** @description The pattern; it may match anywhere in the output. */
            pattern: string;
            /** @description `i` ignores case, `m` lets `^` and `$` match at lines, `s` lets `.` match line ends. */
            flags?: string;
        };
        /** @description Checks whether the output matches a pattern. */
        RegexScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "regex";
            options: components["schemas"]["RegexOptions"];
        };
        /** @description Of `isJson`, which has none. */
        NoOptions: Record<string, never>;
        /** @description Checks whether the output is JSON. */
        IsJsonScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "isJson";
            options?: components["schemas"]["NoOptions"];
        };
        /** @description Of `jsonSchema`: a schema without references to elsewhere. */
        JsonSchemaOptions: {
            /** @description JSON Schema 2020-12. */
            schema: {
                [key: string]: unknown;
            } | boolean;
        };
        /** @description Checks whether the output is JSON that a schema allows. */
        JsonSchemaScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "jsonSchema";
            options: components["schemas"]["JsonSchemaOptions"];
        };
        /** @description Of `jsonEquals`. */
        JsonEqualsOptions: {
            /** @description The JSON value; the item's `expectedOutput`, parsed, when absent. */
            value?: unknown;
        };
        /** @description Checks whether the output is JSON of the same value. */
        JsonEqualsScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "jsonEquals";
            options?: components["schemas"]["JsonEqualsOptions"];
        };
        /** @description Scores how little the output differs from a text. */
        LevenshteinScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "levenshtein";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Of `numericTolerance`: the output must be a number near another. */
        NumericToleranceOptions: {
            /** @description The number; the item's `expectedOutput` when absent. */
            value?: number;
            /** @description How far it may be away. */
            absolute?: number;
            /** @description How far it may be away, as a share of the number; the larger allowance counts. */
            relative?: number;
        };
        /** @description Checks whether the output is a number near another. */
        NumericToleranceScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "numericTolerance";
            options?: components["schemas"]["NumericToleranceOptions"];
        };
        /** @description Of `latency`. */
        LatencyOptions: {
            /** @description Maximum milliseconds of the model call. */
            maxMs: number;
        };
        /** @description Checks whether the model responds in time. */
        LatencyScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "latency";
            options: components["schemas"]["LatencyOptions"];
        };
        /** @description Of `cost`. */
        CostOptions: {
            /** @description US dollars that the call may cost at most. */
            maxUsd: number;
        };
        /** @description Checks whether the call costs little enough. */
        CostScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "cost";
            options: components["schemas"]["CostOptions"];
        };
        /** @description Of `tokens`. */
        TokensOptions: {
            /** @description Tokens at most. */
            max: number;
            /**
             * @description Which tokens count.
             * @default total
             * @enum {string}
             */
            of?: "input" | "output" | "total";
        };
        /** @description Checks whether the call uses few enough tokens. */
        TokensScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "tokens";
            options: components["schemas"]["TokensOptions"];
        };
        /** @description Of `finishReason`. */
        FinishReasonOptions: {
            /** @description The reasons that pass; only `stop` when absent. */
            values?: string[];
        };
        /** @description Checks whether the model ends its response for one of the reasons. */
        FinishReasonScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "finishReason";
            options?: components["schemas"]["FinishReasonOptions"];
        };
        /** @description Of `llmJudge`: another model gives the score. */
        LlmJudgeOptions: {
            model: components["schemas"]["ModelName"];
            /** @description Criteria of a good output. */
            criteria: string;
        };
        /** @description Scores the output by another model. */
        LlmJudgeScorerInput: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "llmJudge";
            options: components["schemas"]["LlmJudgeOptions"];
        };
        /**
         * @description How an output is scored.
         * @enum {string}
         */
        ScorerType: "equals" | "contains" | "containsAll" | "containsAny" | "startsWith" | "endsWith" | "regex" | "isJson" | "jsonSchema" | "jsonEquals" | "levenshtein" | "numericTolerance" | "latency" | "cost" | "tokens" | "finishReason" | "llmJudge";
        /** @description One way to score an output. The allowed `options` depend on `type`. */
        ScorerInput: {
            type: components["schemas"]["ScorerType"];
            /**
             * @description Inverts the verdict. An errored one never becomes a pass.
             * @default false
             */
            negate?: boolean;
            /**
             * @description Share in the score of the case.
             * @default 1
             */
            weight?: number;
            /** @description Score from which the scorer passes. Left out or null: 0.8 for `levenshtein`, 0.5 for `llmJudge`, 1 for all others. */
            threshold?: number | null;
            /**
             * @description Whether the case fails when this scorer does.
             * @default true
             */
            required?: boolean;
            /** @description Options of the type, such as the pattern of `regex`. */
            options?: {
                [key: string]: unknown;
            };
        } & (components["schemas"]["EqualsScorerInput"] | components["schemas"]["ContainsScorerInput"] | components["schemas"]["ContainsAllScorerInput"] | components["schemas"]["ContainsAnyScorerInput"] | components["schemas"]["StartsWithScorerInput"] | components["schemas"]["EndsWithScorerInput"] | components["schemas"]["RegexScorerInput"] | components["schemas"]["IsJsonScorerInput"] | components["schemas"]["JsonSchemaScorerInput"] | components["schemas"]["JsonEqualsScorerInput"] | components["schemas"]["LevenshteinScorerInput"] | components["schemas"]["NumericToleranceScorerInput"] | components["schemas"]["LatencyScorerInput"] | components["schemas"]["CostScorerInput"] | components["schemas"]["TokensScorerInput"] | components["schemas"]["FinishReasonScorerInput"] | components["schemas"]["LlmJudgeScorerInput"]);
        /** @description A new test case. */
        NewDatasetItem: {
            variables: components["schemas"]["VariableValues"];
            /** @description A good response; null when the item expects nothing. */
            expectedOutput?: string | null;
            /** @description Anything that you want to remember of the item. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Scorers of responses to this item, instead of the scorers of the evaluation; null for those. */
            scorers?: components["schemas"]["ScorerInput"][] | null;
            /**
             * @description Evaluations leave `disabled` items out.
             * @default active
             * @enum {string}
             */
            status?: "active" | "disabled";
        };
        /** @description A new dataset. */
        CreateDatasetRequest: {
            name: components["schemas"]["DatasetName"];
            description?: components["schemas"]["DatasetDescription"];
            inputSchema?: components["schemas"]["InputSchema"];
            /** @description Its first items. */
            items?: components["schemas"]["NewDatasetItem"][];
        };
        /** @description A test case that replaces others. */
        ReplacingDatasetItem: {
            /** @description The present item that this one updates; a new item when absent. */
            id?: string;
            variables: components["schemas"]["VariableValues"];
            /** @description A good response; null when the item expects nothing. */
            expectedOutput?: string | null;
            /** @description Anything that you want to remember of the item. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Scorers of responses to this item, instead of the scorers of the evaluation; null for those. */
            scorers?: components["schemas"]["ScorerInput"][] | null;
            /**
             * @description Evaluations leave `disabled` items out.
             * @default active
             * @enum {string}
             */
            status?: "active" | "disabled";
        };
        /** @description One dataset and the properties to change. */
        DatasetChange: {
            id: components["schemas"]["DatasetId"];
            /** @description Changes the dataset only while it still has this ETag; otherwise the whole request is rejected with 412. */
            etag?: string;
            name?: components["schemas"]["DatasetName"];
            description?: components["schemas"]["DatasetDescription"];
            inputSchema?: components["schemas"]["InputSchema"];
            /** @description All items that the dataset has from now on, in their order. */
            items?: components["schemas"]["ReplacingDatasetItem"][];
        };
        /** @description Changes to several datasets. */
        UpdateDatasetsRequest: {
            /** @description The changes, at most one for each dataset. */
            datasets: components["schemas"]["DatasetChange"][];
        };
        /** @description The changed datasets, in the order of the request. */
        UpdatedDatasets: {
            /** @description The changed datasets. */
            datasets: components["schemas"]["Dataset"][];
        };
        /** @description The properties to change. Others stay as they are. */
        UpdateDatasetRequest: {
            name?: components["schemas"]["DatasetName"];
            description?: components["schemas"]["DatasetDescription"];
            inputSchema?: components["schemas"]["InputSchema"];
            /** @description All items that the dataset has from now on, in their order. */
            items?: components["schemas"]["ReplacingDatasetItem"][];
        };
        /**
         * @description Identifier of an item, unique within its dataset.
         * @example item_01m6f0b9q0e5tskm4n7xw2c8pv
         */
        DatasetItemId: string;
        /** @description Checks whether the output equals a text. */
        EqualsScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "equals";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Checks whether the output contains a text. */
        ContainsScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "contains";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Checks whether the output contains every one of the texts. */
        ContainsAllScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "containsAll";
            options: components["schemas"]["ListOptions"];
        };
        /** @description Checks whether the output contains at least one of the texts. */
        ContainsAnyScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "containsAny";
            options: components["schemas"]["ListOptions"];
        };
        /** @description Checks whether the output begins with a text. */
        StartsWithScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "startsWith";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Checks whether the output ends with a text. */
        EndsWithScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "endsWith";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Checks whether the output matches a pattern. */
        RegexScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "regex";
            options: components["schemas"]["RegexOptions"];
        };
        /** @description Checks whether the output is JSON. */
        IsJsonScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "isJson";
            options?: components["schemas"]["NoOptions"];
        };
        /** @description Checks whether the output is JSON that a schema allows. */
        JsonSchemaScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "jsonSchema";
            options: components["schemas"]["JsonSchemaOptions"];
        };
        /** @description Checks whether the output is JSON of the same value. */
        JsonEqualsScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "jsonEquals";
            options?: components["schemas"]["JsonEqualsOptions"];
        };
        /** @description Scores how little the output differs from a text. */
        LevenshteinScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "levenshtein";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Checks whether the output is a number near another. */
        NumericToleranceScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "numericTolerance";
            options?: components["schemas"]["NumericToleranceOptions"];
        };
        /** @description Checks whether the model responds in time. */
        LatencyScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "latency";
            options: components["schemas"]["LatencyOptions"];
        };
        /** @description Checks whether the call costs little enough. */
        CostScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "cost";
            options: components["schemas"]["CostOptions"];
        };
        /** @description Checks whether the call uses few enough tokens. */
        TokensScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "tokens";
            options: components["schemas"]["TokensOptions"];
        };
        /** @description Checks whether the model ends its response for one of the reasons. */
        FinishReasonScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "finishReason";
            options?: components["schemas"]["FinishReasonOptions"];
        };
        /** @description Scores the output by another model. */
        LlmJudgeScorer: {
            /**
             * @description The kind of scorer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "llmJudge";
            options: components["schemas"]["LlmJudgeOptions"];
        };
        /** @description One way to score an output, as it was set for an item of a dataset. */
        ItemScorer: {
            type: components["schemas"]["ScorerType"];
            /**
             * @description Inverts the verdict. An errored one never becomes a pass.
             * @default false
             */
            negate?: boolean;
            /**
             * @description Share in the score of the case.
             * @default 1
             */
            weight?: number;
            /** @description Score from which the scorer passes. Left out or null: 0.8 for `levenshtein`, 0.5 for `llmJudge`, 1 for all others. */
            threshold?: number | null;
            /**
             * @description Whether the case fails when this scorer does.
             * @default true
             */
            required?: boolean;
            /** @description Options of the type, such as the pattern of `regex`. */
            options?: {
                [key: string]: unknown;
            };
        } & (components["schemas"]["EqualsScorer"] | components["schemas"]["ContainsScorer"] | components["schemas"]["ContainsAllScorer"] | components["schemas"]["ContainsAnyScorer"] | components["schemas"]["StartsWithScorer"] | components["schemas"]["EndsWithScorer"] | components["schemas"]["RegexScorer"] | components["schemas"]["IsJsonScorer"] | components["schemas"]["JsonSchemaScorer"] | components["schemas"]["JsonEqualsScorer"] | components["schemas"]["LevenshteinScorer"] | components["schemas"]["NumericToleranceScorer"] | components["schemas"]["LatencyScorer"] | components["schemas"]["CostScorer"] | components["schemas"]["TokensScorer"] | components["schemas"]["FinishReasonScorer"] | components["schemas"]["LlmJudgeScorer"]);
        /** @description One test case. */
        DatasetItem: {
            readonly id: components["schemas"]["DatasetItemId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            readonly object: "dataset_item";
            readonly datasetId: components["schemas"]["DatasetId"];
            variables: components["schemas"]["VariableValues"];
            /** @description A good response; null when the item expects nothing. */
            expectedOutput: string | null;
            /** @description Anything that you want to remember of the item. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Scorers of responses to this item, instead of the scorers of the evaluation; null for those. */
            scorers: components["schemas"]["ItemScorer"][] | null;
            /**
             * @description Evaluations leave `disabled` items out.
             * @enum {string}
             */
            status: "active" | "disabled";
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of items. */
        DatasetItemList: {
            /** @description The items of this page. */
            items: components["schemas"]["DatasetItem"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description New items of a dataset. */
        CreateDatasetItemsRequest: {
            /** @description The new items, in their order. */
            items: components["schemas"]["NewDatasetItem"][];
        };
        /** @description The new items, in the order of the request. */
        CreatedDatasetItems: {
            /** @description The new items. */
            items: components["schemas"]["DatasetItem"][];
            datasetVersion: components["schemas"]["DatasetVersionNumber"];
        };
        /** @description The properties to change. Others stay as they are. */
        UpdateDatasetItemRequest: {
            variables?: components["schemas"]["VariableValues"];
            /** @description A good response; null when the item expects nothing. */
            expectedOutput?: string | null;
            /** @description Anything that you want to remember of the item. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Scorers of responses to this item, instead of the scorers of the evaluation; null for those. */
            scorers?: components["schemas"]["ScorerInput"][] | null;
            /**
             * @description Evaluations leave `disabled` items out.
             * @enum {string}
             */
            status?: "active" | "disabled";
        };
        /** @description A state of a dataset that never changes. */
        DatasetVersion: {
            /**
             * @description The kind of this resource.
             * @constant
             */
            object: "dataset_version";
            datasetId: components["schemas"]["DatasetId"];
            version: components["schemas"]["DatasetVersionNumber"];
            /** @description How many items it has. */
            itemCount: number;
            inputSchema: components["schemas"]["InputSchema"];
            createdAt: components["schemas"]["Timestamp"];
            createdBy: components["schemas"]["UserId"];
        };
        /** @description One page of versions. */
        DatasetVersionList: {
            /** @description The items of this page. */
            versions: components["schemas"]["DatasetVersion"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description One JSON object a line, in UTF-8, each an item as `PATCH /datasets/{datasetId}` accepts it in `items`. Empty lines are passed over. A line has at most 1 MiB. */
        JsonLines: string;
        /** @description RFC 4180 in UTF-8; a byte order mark is ignored. The first record names the columns, in any order. They are `id`, `variables.<name>` for each variable, `expectedOutput`, `metadata`, `scorers` and `status`. One column `variables` may replace those of the variables. `metadata`, `scorers` and `variables` contain JSON. An empty cell is an absent property, `""` is the empty string. Cells are read and written unchanged, even if they begin with `=`, `+`, `-` or `@`, so that an export can be imported again. A record has at most 1 MiB. */
        CommaSeparated: string;
        /** @description Result of an import. */
        DatasetImport: {
            /**
             * @description The kind of this resource.
             * @constant
             */
            object: "dataset_import";
            datasetId: components["schemas"]["DatasetId"];
            /**
             * @description How existing items were treated.
             * @enum {string}
             */
            mode: "append" | "replace";
            version: components["schemas"]["DatasetVersionNumber"];
            /** @description Items of the file. */
            importedCount: number;
            /** @description How many items it has. */
            itemCount: number;
        };
        /** @description Identifier of an evaluation. */
        EvaluationId: string;
        /**
         * @description Name of a run; one line, without control characters.
         * @example Welcome mail, version 2
         */
        EvaluationName: string;
        /** @description One way to score an output. */
        Scorer: {
            type: components["schemas"]["ScorerType"];
            /** @description Inverts the verdict. An errored one never becomes a pass. */
            negate: boolean;
            /** @description Share in the score of the case. */
            weight: number;
            /** @description Score from which the scorer passes. */
            threshold: number;
            /** @description Whether the case fails when this scorer does. */
            required: boolean;
            /** @description Options of the type, such as the pattern of `regex`. */
            options: {
                [key: string]: unknown;
            };
        } & (components["schemas"]["EqualsScorer"] | components["schemas"]["ContainsScorer"] | components["schemas"]["ContainsAllScorer"] | components["schemas"]["ContainsAnyScorer"] | components["schemas"]["StartsWithScorer"] | components["schemas"]["EndsWithScorer"] | components["schemas"]["RegexScorer"] | components["schemas"]["IsJsonScorer"] | components["schemas"]["JsonSchemaScorer"] | components["schemas"]["JsonEqualsScorer"] | components["schemas"]["LevenshteinScorer"] | components["schemas"]["NumericToleranceScorer"] | components["schemas"]["LatencyScorer"] | components["schemas"]["CostScorer"] | components["schemas"]["TokensScorer"] | components["schemas"]["FinishReasonScorer"] | components["schemas"]["LlmJudgeScorer"]);
        /** @description Cases that run in parallel. */
        Concurrency: number;
        /** @description Share of passed cases from which the verdict is `passed`. */
        PassThreshold: number;
        /** @description How the cases ended so far. */
        ResultCounts: {
            /** @description Cases of the run. */
            total: number;
            /** @description Cases that passed. */
            passed: number;
            /** @description Cases that failed. */
            failed: number;
            /** @description Cases that could not be scored. */
            errored: number;
        };
        /** @description Scores that a share of the cases stays at or below. */
        ScorePercentiles: {
            /** @description Of 5 %. */
            p5: number;
            /** @description Of 25 %. */
            p25: number;
            /** @description Of 50 %. */
            p50: number;
            /** @description Of 75 %. */
            p75: number;
            /** @description Of 95 %. */
            p95: number;
        };
        /** @description Statistics of one scorer of the run over all cases. */
        ScorerSummary: {
            type: components["schemas"]["ScorerType"];
            /** @description Cases that it scored. */
            count: number;
            /** @description Cases that it could not score. */
            errored: number;
            /** @description Mean score; null when it judged none. */
            mean: number | null;
            /** @description Standard deviation of the scores; null when it judged none. */
            std: number | null;
            /** @description Of the scores, by nearest rank; null when it judged none. */
            percentiles: components["schemas"]["ScorePercentiles"] | null;
            /** @description Share of passes among the cases that it scored; null when it scored none. */
            passRate: number | null;
        };
        /** @description Milliseconds of the successful model calls; null when there were none. */
        LatencySummary: {
            /** @description Mean. */
            mean: number | null;
            /** @description Median. */
            p50: number | null;
            /** @description 95th percentile. */
            p95: number | null;
        };
        /** @description Tokens of all responses; null when a provider did not count one of them. */
        TokenSummary: {
            /** @description Of the prompts. */
            input: number | null;
            /** @description Of the outputs. */
            output: number | null;
            /** @description Of both. */
            total: number | null;
        };
        /** @description Figures over all cases of a completed run. */
        EvaluationSummary: {
            /** @description Mean score; null when no case was judged. */
            averageScore: number | null;
            /** @description Passed cases by all cases, errored ones included. */
            passRate: number;
            /** @description Figures of each scorer of the run, in their order. */
            scorers: components["schemas"]["ScorerSummary"][];
            latencyMs: components["schemas"]["LatencySummary"];
            tokens: components["schemas"]["TokenSummary"];
            /** @description US dollars of all responses; null when the cost of one of them is not known. */
            totalCost: number | null;
        };
        /** @description Why something that ran by itself failed. */
        Failure: {
            /**
             * @description For programs.
             * @example MODEL_PROVIDER_ERROR
             */
            code: string;
            /** @description For people. */
            message: string;
        };
        /**
         * @description Identifier of a report template.
         * @example template_01m3v7me00ek2v3mwbsax9r214
         */
        TemplateId: string;
        /**
         * @description Name of the report, one line; its title in the exports.
         * @example Welcome mail in October
         */
        ReportName: string;
        /**
         * Format: date
         * @description A day in UTC.
         * @example 2026-10-31
         */
        ReportDay: string;
        /** @description Subject of the report, as defined by the `parametersSchema` of its template. A template of evaluations uses the evaluation itself. A period without an end ends on the day of the end of the run. */
        EvaluationReportParameters: {
            promptId?: components["schemas"]["PromptId"];
            /** @description The versions to compare; the first is the baseline. */
            versions?: components["schemas"]["VersionNumber"][];
            from?: components["schemas"]["ReportDay"];
            to?: components["schemas"]["ReportDay"];
        };
        /**
         * @description The format of an export.
         * @enum {string}
         */
        ReportFormat: "pdf" | "docx" | "html" | "md" | "csv" | "json";
        /** @description The report that the service makes when the run has completed. */
        EvaluationReport: {
            templateId: components["schemas"]["TemplateId"];
            name: components["schemas"]["ReportName"];
            parameters: components["schemas"]["EvaluationReportParameters"];
            /** @description Formats that it is exported to. */
            formats: components["schemas"]["ReportFormat"][];
            /** @description The report; null until the run has completed. */
            reportId: string | null;
        };
        /** @description One run of a prompt version over a dataset version. */
        Evaluation: {
            id: components["schemas"]["EvaluationId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            object: "evaluation";
            name: components["schemas"]["EvaluationName"];
            promptId: components["schemas"]["PromptId"];
            promptVersion: components["schemas"]["VersionNumber"];
            /** @description The dataset. */
            datasetId: string;
            /** @description The version of the dataset that the run is pinned to. */
            datasetVersion: number;
            model: components["schemas"]["ModelName"];
            temperature: components["schemas"]["Temperature"];
            /** @description Scorers of each output. */
            scorers: components["schemas"]["Scorer"][];
            concurrency: components["schemas"]["Concurrency"];
            passThreshold: components["schemas"]["PassThreshold"];
            /**
             * @description How far the run is.
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed" | "cancelled";
            resultCounts: components["schemas"]["ResultCounts"];
            /**
             * @description The verdict over all cases; null until the run is completed.
             * @enum {string|null}
             */
            verdict: "passed" | "failed" | null;
            /** @description Figures over all cases; null until the run is completed. */
            summary: components["schemas"]["EvaluationSummary"] | null;
            /** @description Why the run failed; null otherwise. */
            error: components["schemas"]["Failure"] | null;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the first case began; null before.
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When the run ended; null before.
             */
            completedAt: string | null;
            createdBy: components["schemas"]["UserId"];
            /** @description The evaluation whose errored cases this one repeats; null otherwise. */
            retryOf: string | null;
            /** @description The report that is generated when the run has completed; null when none is requested. */
            report: components["schemas"]["EvaluationReport"] | null;
        };
        /** @description One page of evaluations. */
        EvaluationList: {
            /** @description The items of this page. */
            evaluations: components["schemas"]["Evaluation"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description Scorers of each output. */
        ScorerInputs: components["schemas"]["ScorerInput"][];
        /** @description Subject of the report in a request. A template of evaluations uses the evaluation itself. Unknown properties are rejected. */
        EvaluationReportParametersInput: components["schemas"]["EvaluationReportParameters"];
        /** @description A report that the service makes by itself when the run has completed, as if by `POST /reports`. A run that fails or is cancelled makes none. */
        EvaluationReportInput: {
            templateId: components["schemas"]["TemplateId"];
            /** @description Name of the report; that of the template when left out. */
            name?: components["schemas"]["ReportName"];
            parameters?: components["schemas"]["EvaluationReportParametersInput"];
            /** @description Formats that the report is exported to once it is completed; none when left out. */
            formats?: components["schemas"]["ReportFormat"][];
        };
        /** @description A run of a prompt version over a dataset version. */
        CreateEvaluationRequest: {
            name?: components["schemas"]["EvaluationName"];
            promptId: components["schemas"]["PromptId"];
            promptVersion?: components["schemas"]["VersionNumber"];
            /** @description The dataset; its active items are the cases. */
            datasetId: string;
            /** @description The version of the dataset; the newest when absent. */
            datasetVersion?: number;
            model?: components["schemas"]["ModelName"];
            temperature?: components["schemas"]["Temperature"];
            scorers: components["schemas"]["ScorerInputs"];
            concurrency?: components["schemas"]["Concurrency"];
            passThreshold?: components["schemas"]["PassThreshold"];
            report?: components["schemas"]["EvaluationReportInput"];
        };
        /** @description Identifier of a result. */
        ResultId: string;
        /** @description Score of one case by one scorer. */
        Score: {
            type: components["schemas"]["ScorerType"];
            /** @description From 0 to 1; null when the scorer errored. */
            score: number | null;
            /** @description Whether the scorer passed. */
            passed: boolean;
            /** @description Why the scorer could not judge; null otherwise. */
            error: string | null;
        };
        /** @description The outcome of one case. */
        EvaluationResult: {
            id: components["schemas"]["ResultId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            object: "evaluation_result";
            evaluationId: components["schemas"]["EvaluationId"];
            /** @description The case: an item of the dataset. */
            itemId: string;
            /** @description Place of the case in the run. */
            position: number;
            /** @description Input of the model; null when it was never called. */
            renderedPrompt: string | null;
            /** @description Response of the model; null without a response. */
            output: string | null;
            /** @description Expected output of the item; null when it expects nothing. */
            expectedOutput: string | null;
            /** @description Scores of the scorers, in their order. */
            scores: components["schemas"]["Score"][];
            /** @description Weighted mean of the scores; null when the case errored. */
            score: number | null;
            /**
             * @description How the case ended.
             * @enum {string}
             */
            status: "passed" | "failed" | "errored";
            /** @description Why the model ended its response; null without a response. */
            finishReason: string | null;
            /** @description Milliseconds of the model call; null without a response. */
            latencyMs: number | null;
            /** @description Tokens that the model counted; null without a response. */
            usage: components["schemas"]["ExecutionUsage"] | null;
            /** @description US dollars; null when it is not known. */
            cost: number | null;
            /** @description Calls of the model, retries included; 0 when the prompt could not be filled in. */
            attempts: number;
            /** @description Why the case errored; null otherwise. */
            error: components["schemas"]["Failure"] | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of results. */
        EvaluationResultList: {
            /** @description The items of this page. */
            results: components["schemas"]["EvaluationResult"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /**
         * @description The type of event:
         *
         *     - `prompt.created`: a prompt was created
         *     - `prompt.updated`: prompt content or settings changed
         *     - `prompt.deleted`: a prompt was deleted
         *     - `prompt.version.created`: a new version was published
         *     - `prompt.executed`: a prompt was executed through the API
         *     - `report.created`: report generation started
         *     - `report.completed`: report generation finished successfully
         *     - `report.failed`: report generation failed
         *     - `report.exported`: a report was exported to PDF or Word
         *     - `evaluation.started`: an evaluation run started
         *     - `evaluation.completed`: all test cases finished
         *     - `evaluation.failed`: the evaluation hit an error
         *     - `evaluation.test.completed`: one test case finished
         *     - `member.invited`: a member was invited
         *     - `member.joined`: an invited person joined the organization
         *     - `member.removed`: a member was removed from the organization
         *     - `subscription.updated`: the subscription plan changed
         * @example prompt.created
         * @enum {string}
         */
        EventType: "prompt.created" | "prompt.updated" | "prompt.deleted" | "prompt.version.created" | "prompt.executed" | "report.created" | "report.completed" | "report.failed" | "report.exported" | "evaluation.started" | "evaluation.completed" | "evaluation.failed" | "evaluation.test.completed" | "member.invited" | "member.joined" | "member.removed" | "subscription.updated";
        /**
         * @description Identifier of a webhook.
         * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
         */
        WebhookId: string;
        /**
         * Format: uri
         * @description Delivery address: only HTTPS, without user name and password, and only addresses that are reachable from the public internet.
         * @example https://hooks.example.com/prompts
         */
        WebhookUrl: string;
        /**
         * @description Event types subscribed to.
         * @example [
         *       "prompt.created",
         *       "prompt.executed"
         *     ]
         */
        WebhookEvents: components["schemas"]["EventType"][];
        /**
         * @description The date of the API version that event payloads are built for.
         * @example 2026-11-01
         */
        ApiVersion: string;
        /** @description Narrows the prompt events to some prompts and folders; an empty list lets all through. An event passes when its prompt or its folder is named. */
        WebhookFilters: {
            /** @description Prompts whose events are wanted. */
            promptIds: components["schemas"]["PromptId"][];
            /** @description Folders whose prompts are wanted, without the folders below them. */
            folderIds: components["schemas"]["FolderId"][];
        };
        /** @description A subscription of an HTTPS endpoint to event types. */
        Webhook: {
            readonly id: components["schemas"]["WebhookId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            readonly object: "webhook";
            url: components["schemas"]["WebhookUrl"];
            events: components["schemas"]["WebhookEvents"];
            /** @description Free text. */
            description: string | null;
            /**
             * @description `paused` by its owner; `disabled` by the service after a response 410 or five days of only failures.
             * @enum {string}
             */
            status: "active" | "paused" | "disabled";
            /**
             * @description Why the service disabled the webhook: the endpoint returned 410, or only failures for five days.
             * @enum {string|null}
             */
            readonly disabledReason: "endpoint_gone" | "repeated_failures" | null;
            apiVersion: components["schemas"]["ApiVersion"];
            filters: components["schemas"]["WebhookFilters"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly createdBy: components["schemas"]["UserId"];
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of webhooks. */
        WebhookList: {
            /** @description The items of this page. */
            webhooks: components["schemas"]["Webhook"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description Narrows the prompt events to some prompts and folders; a list that is left out lets all through. */
        WebhookFiltersInput: {
            /** @description Prompts whose events are wanted. */
            promptIds?: components["schemas"]["PromptId"][];
            /** @description Folders whose prompts are wanted, without the folders below them. */
            folderIds?: components["schemas"]["FolderId"][];
        };
        /** @description A new webhook. */
        CreateWebhookRequest: {
            url: components["schemas"]["WebhookUrl"];
            events: components["schemas"]["WebhookEvents"];
            /** @description Free text. */
            description?: string | null;
            apiVersion?: components["schemas"]["ApiVersion"];
            filters?: components["schemas"]["WebhookFiltersInput"];
        };
        /**
         * @description Signing secret. The HMAC key is the UTF-8 bytes of this whole string.
         * @example whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=
         */
        WebhookSecret: string;
        /** @description The new webhook with its signing secret, which is shown this once. */
        CreatedWebhook: {
            readonly id: components["schemas"]["WebhookId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            readonly object: "webhook";
            url: components["schemas"]["WebhookUrl"];
            events: components["schemas"]["WebhookEvents"];
            /** @description Free text. */
            description: string | null;
            readonly secret: components["schemas"]["WebhookSecret"];
            /**
             * @description `paused` by its owner; `disabled` by the service after a response 410 or five days of only failures.
             * @enum {string}
             */
            status: "active" | "paused" | "disabled";
            /**
             * @description Why the service disabled the webhook: the endpoint returned 410, or only failures for five days.
             * @enum {string|null}
             */
            readonly disabledReason: "endpoint_gone" | "repeated_failures" | null;
            apiVersion: components["schemas"]["ApiVersion"];
            filters: components["schemas"]["WebhookFilters"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly createdBy: components["schemas"]["UserId"];
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description One webhook and the properties to change. */
        WebhookChange: {
            id: components["schemas"]["WebhookId"];
            /** @description Changes the webhook only while it still has this ETag; otherwise the whole request is rejected with 412. */
            etag?: string;
            url?: components["schemas"]["WebhookUrl"];
            events?: components["schemas"]["WebhookEvents"];
            /** @description Free text. */
            description?: string | null;
            /**
             * @description `paused` sends nothing: events are recorded as skipped, and a replay sends them later; `active` sends again, after `disabled` too.
             * @enum {string}
             */
            status?: "active" | "paused";
            apiVersion?: components["schemas"]["ApiVersion"];
            filters?: components["schemas"]["WebhookFiltersInput"];
        };
        /** @description Changes to several webhooks. */
        UpdateWebhooksRequest: {
            /** @description The changes, at most one for each webhook. */
            webhooks: components["schemas"]["WebhookChange"][];
        };
        /** @description The changed webhooks, in the order of the request. */
        UpdatedWebhooks: {
            /** @description The changed webhooks. */
            webhooks: components["schemas"]["Webhook"][];
        };
        /** @description The properties to change. Others stay as they are. `filters` is replaced as a whole. */
        UpdateWebhookRequest: {
            url?: components["schemas"]["WebhookUrl"];
            events?: components["schemas"]["WebhookEvents"];
            /** @description Free text. */
            description?: string | null;
            /**
             * @description `paused` sends nothing: events are recorded as skipped, and a replay sends them later; `active` sends again, after `disabled` too.
             * @enum {string}
             */
            status?: "active" | "paused";
            apiVersion?: components["schemas"]["ApiVersion"];
            filters?: components["schemas"]["WebhookFiltersInput"];
        };
        /**
         * @description Identifier of an event, stable across retries: the basis for idempotency.
         * @example evt_01m6dzgg0tf63tvyjnfeshnt11
         */
        EventId: string;
        /**
         * @description Identifier of one delivery attempt.
         * @example delivery_01m6dzgg14fsqt2rvkyszpjdek
         */
        DeliveryId: string;
        /** @description One attempt to deliver an event. */
        WebhookDelivery: {
            id: components["schemas"]["DeliveryId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            object: "webhook_delivery";
            webhookId: components["schemas"]["WebhookId"];
            eventId: components["schemas"]["EventId"];
            eventType: components["schemas"]["EventType"];
            /**
             * @description State of the attempt:
             *
             *     - `pending`: no response yet
             *     - `success`: a 2xx status within 30 seconds
             *     - `failed`: another outcome, retried at `nextAttemptAt` if it is set
             *     - `exhausted`: the last attempt failed too
             *     - `skipped`: not sent, because the webhook was paused or disabled or its address is not allowed
             * @enum {string}
             */
            status: "pending" | "success" | "failed" | "exhausted" | "skipped";
            /** @description Status code of the endpoint; null until there is a response. */
            httpStatus: number | null;
            /** @description Milliseconds until the endpoint responded; null until there is a response. */
            responseTime: number | null;
            /** @description Attempt counter, starting at 1. */
            attemptNumber: number;
            /**
             * Format: date-time
             * @description When the endpoint responded; null until there is a response.
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description When the event is tried again, or for a pending attempt when it is due; null when it is not.
             */
            nextAttemptAt: string | null;
            /** @description Why the attempt failed or was skipped, if there is no status. For the network: `TIMEOUT`, `DNS_FAILURE`, `CONNECTION_REFUSED`, `CONNECTION_RESET`, `INVALID_RESPONSE`. For TLS: `TLS_FAILURE`, `TLS_CERTIFICATE_EXPIRED`, `TLS_CERTIFICATE_SELF_SIGNED`, `TLS_CERTIFICATE_UNTRUSTED`, `TLS_NAME_MISMATCH`. For attempts that were not sent: `ADDRESS_REFUSED`, `WEBHOOK_PAUSED`, `WEBHOOK_DISABLED`. */
            errorCode: string | null;
            /** @description The first KiB of the response; null without one. */
            responseBody: string | null;
            /** @description When the attempt was recorded, by which lists are sorted. */
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of delivery attempts. */
        WebhookDeliveryList: {
            /** @description The items of this page. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description The range of time whose missed events are sent again, by the time at which they were raised. */
        ReplayWebhookEventsRequest: {
            /** @description The beginning of the range, itself included, RFC 3339. */
            from: components["schemas"]["GivenTime"];
            /** @description The end of the range, itself not included, RFC 3339; a later moment than now means now. */
            to: components["schemas"]["GivenTime"];
        };
        /**
         * @description Identifier of a replay.
         * @example replay_01m6e22wg0fyhsk0r3pnqmz4ac
         */
        ReplayId: string;
        /** @description A replay of missed events. */
        WebhookReplay: {
            readonly id: components["schemas"]["ReplayId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            readonly object: "webhook_replay";
            readonly webhookId: components["schemas"]["WebhookId"];
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            /**
             * @description How far the replay is. It is `stopped` when the webhook was paused or disabled meanwhile; another replay of the same range continues with the missing events.
             * @enum {string}
             */
            readonly status: "running" | "completed" | "stopped";
            /** @description Deliveries that the replay has recorded so far, one for each missed event. */
            readonly deliveryCount: number;
            readonly createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the last delivery was recorded, or the replay stopped; null before.
             */
            readonly completedAt: string | null;
        };
        /** @description How the signing secret is replaced. */
        RotateWebhookSecretRequest: {
            /**
             * @description Days in which the previous secret signs too; 0 ends it immediately.
             * @default 1
             */
            overlapDays?: number;
        };
        /** @description The new signing secret of a webhook, which is shown this once. */
        RotatedWebhookSecret: {
            /**
             * @description The kind of this resource.
             * @constant
             */
            object: "webhook_secret";
            webhookId: components["schemas"]["WebhookId"];
            secret: components["schemas"]["WebhookSecret"];
            /**
             * Format: date-time
             * @description Until when the previous secret signs too; null when it ended immediately.
             */
            previousSecretExpiresAt: string | null;
        };
        /** @description Which event to send a sample of. */
        SendTestEventRequest: {
            eventType: components["schemas"]["EventType"];
        };
        /** @description A model that prompts can run on. */
        Model: {
            id: components["schemas"]["ModelName"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            object: "model";
            /**
             * @description Provider of the model; `mock` models run offline.
             * @example mock
             */
            provider: string;
            /** @description Whether this is the model of the environment for prompts and executions that name none. */
            default: boolean;
        };
        /** @description One page of models. */
        ModelList: {
            /** @description The items of this page. */
            models: components["schemas"]["Model"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /**
         * @description Kind of report.
         * @enum {string}
         */
        ReportType: "evaluation_summary" | "version_comparison" | "prompt_usage" | "cost_latency";
        /** @description One part of the reports that a template makes. */
        TemplateSection: {
            /** @description Name of the section, the same in the data of its reports. */
            id: string;
            /** @description Heading. */
            title: string;
            /** @description Content of the section. */
            description: string;
        };
        /** @description Content and parameters of reports of one kind. */
        Template: {
            id: components["schemas"]["TemplateId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            object: "template";
            /** @description Name of the template. */
            name: string;
            /** @description Purpose of its reports. */
            description: string;
            type: components["schemas"]["ReportType"];
            /** @description The parts of its reports, in their order. */
            sections: components["schemas"]["TemplateSection"][];
            /** @description JSON Schema of the `parameters` of its reports. */
            parametersSchema: {
                [key: string]: unknown;
            };
            /** @description The formats that its reports can be exported to. */
            formats: components["schemas"]["ReportFormat"][];
            /** @description Whether the template is part of the service. */
            builtIn: boolean;
        };
        /** @description One page of templates. */
        TemplateList: {
            /** @description The items of this page. */
            templates: components["schemas"]["Template"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /**
         * @description How far the report is.
         * @enum {string}
         */
        ReportStatus: "queued" | "generating" | "completed" | "failed";
        /**
         * @description Identifier of a report.
         * @example report_01m6eccfc0fzevwtbd9zqmvevj
         */
        ReportId: string;
        /** @description Subject of the report. The `parametersSchema` of a template defines which of these apply. Absent properties are filled in when the report is generated. */
        ReportParameters: {
            promptId?: components["schemas"]["PromptId"];
            /** @description The versions to compare; the first is the baseline. */
            versions?: components["schemas"]["VersionNumber"][];
            evaluationId?: components["schemas"]["EvaluationId"];
            from?: components["schemas"]["ReportDay"];
            to?: components["schemas"]["ReportDay"];
        };
        /** @description A report without its figures, as lists and events show it. */
        ReportSummary: {
            id: components["schemas"]["ReportId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            object: "report";
            name: components["schemas"]["ReportName"];
            type: components["schemas"]["ReportType"];
            templateId: components["schemas"]["TemplateId"];
            parameters: components["schemas"]["ReportParameters"];
            status: components["schemas"]["ReportStatus"];
            /** @description Why the report failed; null otherwise. */
            error: components["schemas"]["Failure"] | null;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the report ended; null before.
             */
            completedAt: string | null;
            createdBy: components["schemas"]["UserId"];
        };
        /** @description One page of reports. */
        ReportList: {
            /** @description The items of this page. */
            reports: components["schemas"]["ReportSummary"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description Subject of the report in a request. Unknown properties are rejected. */
        ReportParametersInput: components["schemas"]["ReportParameters"];
        /** @description A new report. */
        CreateReportRequest: {
            templateId: components["schemas"]["TemplateId"];
            /** @description Name of the report; that of the template when left out. */
            name?: components["schemas"]["ReportName"];
            parameters?: components["schemas"]["ReportParametersInput"];
        };
        /**
         * @description Unit of a value. Words, a count, a plain number, milliseconds, US dollars, a share of one (shown in per cent), or a score from 0 to 1.
         * @enum {string}
         */
        ReportUnit: "text" | "count" | "number" | "milliseconds" | "usd" | "ratio" | "score";
        /** @description Words where the unit is `text`, a number otherwise; null where there is no value. */
        ReportValue: string | number | null;
        /** @description A single figure. */
        ReportFigure: {
            /**
             * @description Name for programs.
             * @example executions
             */
            id: string;
            /**
             * @description Name for people.
             * @example Executions
             */
            label: string;
            unit: components["schemas"]["ReportUnit"];
            value: components["schemas"]["ReportValue"];
        };
        /** @description One series of a chart. */
        ReportSeries: {
            /** @description Name for people. */
            label: string;
            /**
             * @description Meaning of its colour.
             * @enum {string}
             */
            tone: "main" | "second" | "good" | "bad" | "warning";
            /** @description One value for each category; null where there is none. */
            values: (number | null)[];
        };
        /** @description A chart with one bar for each category, its series stacked or side by side. */
        ReportChart: {
            /**
             * @description Name for programs.
             * @example timeline
             */
            id: string;
            /** @description Caption. */
            title: string;
            /**
             * @description Upright columns, for times; lying bars, for names.
             * @enum {string}
             */
            kind: "columns" | "bars";
            /** @description Whether the series are stacked. */
            stacked: boolean;
            unit: components["schemas"]["ReportUnit"];
            /** @description Labels of the bars. Names, or the days (`2026-10-31`; of weeks the Monday) or months (`2026-10`) of a time axis. */
            categories: string[];
            /** @description The series, each with one value for each category. */
            series: components["schemas"]["ReportSeries"][];
        };
        /** @description A column of a table. */
        ReportColumn: {
            /**
             * @description Name for programs.
             * @example latencyP95
             */
            id: string;
            /**
             * @description Heading.
             * @example 95th percentile
             */
            label: string;
            unit: components["schemas"]["ReportUnit"];
        };
        /** @description A table. */
        ReportTable: {
            /**
             * @description Name for programs.
             * @example byModel
             */
            id: string;
            /**
             * @description Caption.
             * @example By model
             */
            title: string;
            /** @description The columns. */
            columns: components["schemas"]["ReportColumn"][];
            /** @description The rows, each with one value for each column. */
            rows: components["schemas"]["ReportValue"][][];
        };
        /** @description One part of a report. */
        ReportSection: {
            /**
             * @description Name of the section, as in the template.
             * @example overview
             */
            id: string;
            /** @description Heading. */
            title: string;
            /** @description Conclusions from the figures, in words. */
            paragraphs: string[];
            /** @description Single figures. */
            figures: components["schemas"]["ReportFigure"][];
            /** @description Charts, as the numbers that they draw. */
            charts: components["schemas"]["ReportChart"][];
            /** @description Tables. */
            tables: components["schemas"]["ReportTable"][];
        };
        /** @description Content of a report, section by section, at the time of its generation. */
        ReportData: {
            /**
             * @description Subject of the report, in words.
             * @example Welcome mail, 1 October to 31 October 2026
             */
            subject: string;
            generatedAt: components["schemas"]["Timestamp"];
            /** @description The sections of the template, in its order. */
            sections: components["schemas"]["ReportSection"][];
        };
        /** @description An export that the service could not make. */
        ReportExportFailure: {
            format: components["schemas"]["ReportFormat"];
            error: components["schemas"]["Failure"];
        };
        /** @description A report. Its figures are frozen when it is generated. */
        Report: {
            readonly id: components["schemas"]["ReportId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            readonly object: "report";
            name: components["schemas"]["ReportName"];
            readonly type: components["schemas"]["ReportType"];
            templateId: components["schemas"]["TemplateId"];
            parameters: components["schemas"]["ReportParameters"];
            readonly status: components["schemas"]["ReportStatus"];
            /** @description Why the report failed; null otherwise. */
            readonly error: components["schemas"]["Failure"] | null;
            readonly createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the report ended; null before.
             */
            readonly completedAt: string | null;
            readonly createdBy: components["schemas"]["UserId"];
            /** @description The figures; null until the report is completed. */
            readonly data: components["schemas"]["ReportData"] | null;
            /** @description Formats that an evaluation requested and the service could not generate, after four attempts each; absent where none failed. `POST /reports/{reportId}/exports` tries again. */
            readonly failedExports?: components["schemas"]["ReportExportFailure"][];
        };
        /**
         * @description Identifier of an export.
         * @example export_01m6ecnmb0fj8rfy2kn7f1r3wt
         */
        ReportExportId: string;
        /** @description A file made from a report. The file of each format is made once; the same report always gives the same bytes. */
        ReportExport: {
            readonly id: components["schemas"]["ReportExportId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            readonly object: "report_export";
            readonly reportId: components["schemas"]["ReportId"];
            format: components["schemas"]["ReportFormat"];
            /**
             * @description Name under which the file is offered.
             * @example Welcome mail in October.pdf
             */
            readonly fileName: string;
            /**
             * @description Media type of the file.
             * @example application/pdf
             */
            readonly contentType: string;
            /** @description Bytes of the file. */
            readonly size: number;
            /** @description SHA-256 of the file, in hexadecimal digits. */
            readonly sha256: string;
            /** @description Path of the file, to be put behind the address of this API; `downloadUrl` resolves by itself. */
            readonly downloadPath: string;
            /**
             * Format: uri-reference
             * @description Address of the file, a reference that resolves against the address of this API (RFC 3986, section 5).
             * @example /v1/reports/report_01m6eccfc0fzevwtbd9zqmvevj/exports/export_01m6ecnmb0fj8rfy2kn7f1r3wt/download
             */
            readonly downloadUrl: string;
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly createdBy: components["schemas"]["UserId"];
        };
        /** @description One page of exports. */
        ReportExportList: {
            /** @description The items of this page. */
            exports: components["schemas"]["ReportExport"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description A new export. */
        CreateReportExportRequest: {
            format: components["schemas"]["ReportFormat"];
        };
        /**
         * @description Identifier of an OAuth client; the `client_id` of OAuth.
         * @example client_01m6dqs9m0eefvn41pzzmcq6vf
         */
        OAuthClientId: string;
        /** @description Name on the consent page. */
        OAuthClientName: string;
        /** @description Allowed redirect targets, compared exactly. Each uses https, http at a loopback address, or a scheme that is a reversed domain name. The port of 127.0.0.1 and [::1] may differ in a request. A public client needs one at least. */
        RedirectUris: string[];
        /**
         * @description Permission of a credential.
         * @enum {string}
         */
        Scope: "prompts:read" | "prompts:write" | "reports:read" | "reports:write" | "evaluations:read" | "evaluations:write" | "webhooks:read" | "webhooks:write" | "organization:read" | "organization:admin";
        /** @description Maximum scopes of the client. The caller that sets them must have each scope. */
        OAuthClientScopes: components["schemas"]["Scope"][];
        /** @description An application that gets access tokens; it acts for users who allow it, or for itself. */
        OAuthClient: {
            readonly id: components["schemas"]["OAuthClientId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            readonly object: "oauth_client";
            name: components["schemas"]["OAuthClientName"];
            /**
             * @description Whether the client can store a secret; a public client uses PKCE instead.
             * @enum {string}
             */
            type: "confidential" | "public";
            redirectUris: components["schemas"]["RedirectUris"];
            scopes: components["schemas"]["OAuthClientScopes"];
            readonly serviceUserId: components["schemas"]["UserId"];
            /** @description The last characters of the secret; null for a public client. */
            readonly secretLast4: string | null;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation works too.
             */
            readonly previousSecretExpiresAt: string | null;
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly createdBy: components["schemas"]["UserId"];
            readonly updatedAt: components["schemas"]["Timestamp"];
            readonly updatedBy: components["schemas"]["UserId"];
        };
        /** @description One page of OAuth clients. */
        OAuthClientList: {
            /** @description The items of this page. */
            oauthClients: components["schemas"]["OAuthClient"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description A new OAuth client. */
        CreateOAuthClientRequest: {
            name: components["schemas"]["OAuthClientName"];
            /**
             * @description Whether the client can store a secret. It cannot be changed.
             * @enum {string}
             */
            type: "confidential" | "public";
            redirectUris?: components["schemas"]["RedirectUris"];
            scopes: components["schemas"]["OAuthClientScopes"];
        };
        /** @description An OAuth client with its secret, which is shown this once. */
        OAuthClientWithSecret: {
            readonly id: components["schemas"]["OAuthClientId"];
            /**
             * @description The kind of this resource.
             * @constant
             */
            readonly object: "oauth_client";
            name: components["schemas"]["OAuthClientName"];
            /**
             * @description Whether the client can store a secret; a public client uses PKCE instead.
             * @enum {string}
             */
            type: "confidential" | "public";
            redirectUris: components["schemas"]["RedirectUris"];
            scopes: components["schemas"]["OAuthClientScopes"];
            readonly serviceUserId: components["schemas"]["UserId"];
            /** @description The last characters of the secret; null for a public client. */
            readonly secretLast4: string | null;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation works too.
             */
            readonly previousSecretExpiresAt: string | null;
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly createdBy: components["schemas"]["UserId"];
            readonly updatedAt: components["schemas"]["Timestamp"];
            readonly updatedBy: components["schemas"]["UserId"];
            /** @description The secret, shown this once; null for a public client. */
            readonly secret: string | null;
        };
        /** @description The properties to change. Others stay as they are. */
        UpdateOAuthClientRequest: {
            name?: components["schemas"]["OAuthClientName"];
            redirectUris?: components["schemas"]["RedirectUris"];
            scopes?: components["schemas"]["OAuthClientScopes"];
        };
        /** @description How long the present secret works on. */
        RotateOAuthClientSecretRequest: {
            /**
             * @description Days during which the secret of before works too.
             * @default 0
             */
            overlapDays?: number;
        };
        /**
         * @description Identifier of an organization.
         * @example org_01m3v7jkd0fbwa6x8bc1wf9daa
         */
        OrganizationId: string;
        /**
         * @description Name of an organization; one line, without control characters.
         * @example Analytical Engines
         */
        OrganizationName: string;
        /**
         * @description A subscription plan.
         * @example pro
         * @enum {string}
         */
        Plan: "free" | "pro" | "business" | "enterprise";
        /**
         * @description Identifier of a workspace; each organization has one default workspace.
         * @example ws_01m3v7jkd0e3g9dqs9vh1m40qw
         */
        WorkspaceId: string;
        /** @description The organization of the caller. */
        Organization: {
            readonly id: components["schemas"]["OrganizationId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            readonly object: "organization";
            name: components["schemas"]["OrganizationName"];
            readonly plan: components["schemas"]["Plan"];
            readonly workspaceId: components["schemas"]["WorkspaceId"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The properties to change. */
        UpdateOrganizationRequest: {
            name?: components["schemas"]["OrganizationName"];
        };
        /**
         * @description Permissions of a member. `viewer` reads all but the organization. `editor` reads everything and writes all but the organization. `admin` and `owner` have full access. Only owners can add owners.
         * @example editor
         * @enum {string}
         */
        MemberRole: "owner" | "admin" | "editor" | "viewer";
        /**
         * @description Identifier of a member.
         * @example member_01m6eftb00faptafda8t3epnen
         */
        MemberId: string;
        /**
         * Format: email
         * @description An e-mail address.
         * @example linus@example.com
         */
        MemberEmail: string;
        /** @description A membership in the organization. */
        Member: {
            id: components["schemas"]["MemberId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            object: "member";
            /** @description The user; null until the invitation is accepted. */
            userId: string | null;
            email: components["schemas"]["MemberEmail"];
            role: components["schemas"]["MemberRole"];
            /**
             * @description How far the membership is.
             * @enum {string}
             */
            status: "invited" | "active" | "removed";
            invitedAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the invitation was accepted; null before.
             */
            joinedAt: string | null;
            /**
             * Format: date-time
             * @description When the member was removed; null before.
             */
            removedAt: string | null;
        };
        /** @description One page of members. */
        MemberList: {
            /** @description The items of this page. */
            members: components["schemas"]["Member"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description The person to invite. */
        InviteMemberRequest: {
            email: components["schemas"]["MemberEmail"];
            role: components["schemas"]["MemberRole"];
        };
        /** @description The invited member with the link, which is shown this once. */
        InvitedMember: {
            readonly id: components["schemas"]["MemberId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            readonly object: "member";
            /** @description The user; null until the invitation is accepted. */
            readonly userId: string | null;
            email: components["schemas"]["MemberEmail"];
            role: components["schemas"]["MemberRole"];
            /**
             * @description How far the membership is.
             * @enum {string}
             */
            readonly status: "invited" | "active" | "removed";
            readonly invitedAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the invitation was accepted; null before.
             */
            readonly joinedAt: string | null;
            /**
             * Format: date-time
             * @description When the member was removed; null before.
             */
            readonly removedAt: string | null;
            /**
             * Format: uri
             * @description Where the person joins; it works once.
             */
            readonly invitationUrl: string;
            readonly invitationExpiresAt: components["schemas"]["Timestamp"];
        };
        /** @description The properties to change. */
        UpdateMemberRequest: {
            role?: components["schemas"]["MemberRole"];
        };
        /**
         * @description Identifier of an API key.
         * @example key_01m6egp000f1nqc9yq0v6rw3tk
         */
        ApiKeyId: string;
        /**
         * @description Purpose of an API key; one line, without control characters.
         * @example Nightly evaluations
         */
        ApiKeyName: string;
        /**
         * @description Scopes of the key, as far as its user has them.
         * @example [
         *       "prompts:read",
         *       "prompts:write"
         *     ]
         */
        ApiKeyScopes: components["schemas"]["Scope"][];
        /** @description An API key, without the key itself. */
        ApiKey: {
            readonly id: components["schemas"]["ApiKeyId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            readonly object: "api_key";
            name: components["schemas"]["ApiKeyName"];
            scopes: components["schemas"]["ApiKeyScopes"];
            /** @description The last characters of the key, to recognize it by. */
            readonly last4: string;
            /**
             * @description Whether the key is in force.
             * @enum {string}
             */
            readonly status: "active" | "expired" | "revoked";
            readonly userId: components["schemas"]["UserId"];
            /**
             * Format: date-time
             * @description When the key ends; null is never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute; null before the first use.
             */
            readonly lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description When the key was revoked; null while it is not.
             */
            readonly revokedAt: string | null;
            readonly createdAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of API keys. */
        ApiKeyList: {
            /** @description The items of this page. */
            apiKeys: components["schemas"]["ApiKey"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description The new key. */
        CreateApiKeyRequest: {
            name: components["schemas"]["ApiKeyName"];
            scopes: components["schemas"]["ApiKeyScopes"];
            /**
             * Format: date-time
             * @description When the key ends, RFC 3339; left out or null, never.
             */
            expiresAt?: string | null;
        };
        /** @description The new API key with the key itself, which is shown this once. */
        CreatedApiKey: {
            readonly id: components["schemas"]["ApiKeyId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            readonly object: "api_key";
            name: components["schemas"]["ApiKeyName"];
            scopes: components["schemas"]["ApiKeyScopes"];
            /** @description The last characters of the key, to recognize it by. */
            readonly last4: string;
            /**
             * @description Whether the key is in force.
             * @enum {string}
             */
            readonly status: "active" | "expired" | "revoked";
            readonly userId: components["schemas"]["UserId"];
            /**
             * Format: date-time
             * @description When the key ends; null is never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute; null before the first use.
             */
            readonly lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description When the key was revoked; null while it is not.
             */
            readonly revokedAt: string | null;
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description The key, to be sent as bearer credential. */
            readonly key: string;
        };
        /** @description The properties to change. */
        UpdateApiKeyRequest: {
            name?: components["schemas"]["ApiKeyName"];
        };
        /** @description How the key is replaced. */
        RotateApiKeyRequest: {
            /**
             * @description Days in which both keys work; with 0 the old key ends immediately.
             * @default 1
             */
            overlapDays?: number;
        };
        /** @description The plan of the organization and its limits; `updatedAt` is when the plan began. */
        Subscription: {
            /**
             * @description The kind of the resource.
             * @constant
             */
            object: "subscription";
            organizationId: components["schemas"]["OrganizationId"];
            plan: components["schemas"]["Plan"];
            /** @description Limit of the minute. */
            requestsPerMinute: number;
            /** @description Limit of the UTC day. */
            requestsPerDay: number;
            /** @description Size of a burst. */
            burst: number;
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description The operation, by its `operationId`; actions of an administrator of the service are named `admin` and the words of the command. `acceptInvitation` and `revokeGrant` are steps on the pages.
         * @example updatePrompt
         */
        AuditedOperation: string;
        /**
         * @description Identifier of a resource of any kind.
         * @example prompt_01m6dsg7e0e8qra54038hz5kj6
         */
        AuditTargetId: string;
        /**
         * @description Identifier of an API key, or of what an access token was given for.
         * @example key_01m6egp000f1nqc9yq0v6rw3tk
         */
        CredentialId: string;
        /** @description One change, as it was made. */
        AuditEntry: {
            /** @description Identifier of the entry. */
            id: string;
            /**
             * @description The kind of the resource.
             * @constant
             */
            object: "audit_entry";
            operation: components["schemas"]["AuditedOperation"];
            /** @description The resource that was changed; null where it has no identifier. */
            targetId: string | null;
            /** @description The acting user; null for an administrator of the service. */
            userId: string | null;
            /** @description The API key or the OAuth client; null for an administrator and on the pages. */
            credentialId: string | null;
            /**
             * @description Over which way the change came.
             * @enum {string}
             */
            triggeredBy: "api" | "dashboard" | "operator";
            /** @description The `X-Request-Id` of the request; null for an administrator and on the pages. */
            requestId: string | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of the audit log. */
        AuditLog: {
            /** @description The items of this page. */
            entries: components["schemas"]["AuditEntry"][];
            /** @description Whether another page follows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description The prompt that an event is about. */
        PromptEventData: {
            id: components["schemas"]["PromptId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            object: "prompt";
            name: components["schemas"]["PromptName"];
            content: components["schemas"]["PromptContent"];
            /** @description The folder of the prompt; null at the root. */
            folderId: string | null;
            /** @description Number of the last published version; 0 while none is published. */
            version: number;
            updatedAt: components["schemas"]["Timestamp"];
            updatedBy: components["schemas"]["UserId"];
        };
        /** @description The context of an event. */
        EventMetadata: {
            organizationId: components["schemas"]["OrganizationId"];
            workspaceId: components["schemas"]["WorkspaceId"];
            /**
             * @description Source of the event; `test` marks samples sent on request.
             * @enum {string}
             */
            triggeredBy: "api" | "dashboard" | "automation" | "system" | "billing" | "test";
        };
        /** @description A prompt was created. */
        PromptCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "prompt.created";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["PromptEventData"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description Prompt content or settings changed. */
        PromptUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "prompt.updated";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["PromptEventData"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description A prompt was deleted. */
        PromptDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "prompt.deleted";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["PromptEventData"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description The prompt that got a new version, and the version. */
        PromptVersionEventData: {
            id: components["schemas"]["PromptId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            object: "prompt";
            name: components["schemas"]["PromptName"];
            content: components["schemas"]["PromptContent"];
            /** @description The folder of the prompt; null at the root. */
            folderId: string | null;
            /** @description Number of the last published version; 0 while none is published. */
            version: number;
            updatedAt: components["schemas"]["Timestamp"];
            updatedBy: components["schemas"]["UserId"];
            promptVersion: components["schemas"]["PromptVersion"];
        };
        /** @description A new version was published. */
        PromptVersionCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "prompt.version.created";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["PromptVersionEventData"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description The prompt that was executed, and the execution. */
        PromptExecutionEventData: {
            id: components["schemas"]["PromptId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            object: "prompt";
            name: components["schemas"]["PromptName"];
            content: components["schemas"]["PromptContent"];
            /** @description The folder of the prompt; null at the root. */
            folderId: string | null;
            /** @description Number of the last published version; 0 while none is published. */
            version: number;
            updatedAt: components["schemas"]["Timestamp"];
            updatedBy: components["schemas"]["UserId"];
            execution: components["schemas"]["Execution"];
        };
        /** @description A prompt was executed through the API. */
        PromptExecutedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "prompt.executed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["PromptExecutionEventData"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description Report generation started. */
        ReportCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "report.created";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["ReportSummary"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description Report generation finished successfully. */
        ReportCompletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "report.completed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["ReportSummary"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description Report generation failed. */
        ReportFailedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "report.failed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["ReportSummary"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description The report that was exported, and the format. */
        ReportExportEventData: {
            id: components["schemas"]["ReportId"];
            /**
             * @description The kind of the resource.
             * @constant
             */
            object: "report";
            name: components["schemas"]["ReportName"];
            type: components["schemas"]["ReportType"];
            templateId: components["schemas"]["TemplateId"];
            parameters: components["schemas"]["ReportParameters"];
            status: components["schemas"]["ReportStatus"];
            /** @description Why the report failed; null otherwise. */
            error: components["schemas"]["Failure"] | null;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the report ended; null before.
             */
            completedAt: string | null;
            createdBy: components["schemas"]["UserId"];
            /**
             * @description PDF or Word.
             * @enum {string}
             */
            format: "pdf" | "docx";
        };
        /** @description A report was exported to PDF or Word. */
        ReportExportedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "report.exported";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["ReportExportEventData"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description An evaluation run started. */
        EvaluationStartedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "evaluation.started";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["Evaluation"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description All test cases finished. */
        EvaluationCompletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "evaluation.completed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["Evaluation"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description The evaluation hit an error. */
        EvaluationFailedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "evaluation.failed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["Evaluation"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description One test case finished. */
        EvaluationTestCompletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "evaluation.test.completed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["EvaluationResult"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description A member was invited. */
        MemberInvitedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "member.invited";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["Member"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description An invited member accepted. */
        MemberJoinedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "member.joined";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["Member"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description A member was removed. */
        MemberRemovedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "member.removed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["Member"];
            metadata: components["schemas"]["EventMetadata"];
        };
        /** @description The subscription after a change of plan. */
        SubscriptionEventData: {
            /**
             * @description The kind of the resource.
             * @constant
             */
            object: "subscription";
            organizationId: components["schemas"]["OrganizationId"];
            /**
             * @description The plan from now on.
             * @enum {string}
             */
            plan: "free" | "pro" | "business" | "enterprise";
            /**
             * @description The plan before.
             * @enum {string}
             */
            previousPlan: "free" | "pro" | "business" | "enterprise";
            /** @description Limit of the minute. */
            requestsPerMinute: number;
            /** @description Limit of the UTC day. */
            requestsPerDay: number;
            /** @description Size of a burst. */
            burst: number;
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The subscription plan changed. */
        SubscriptionUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type.
             * @constant
             */
            type: "subscription.updated";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            data: components["schemas"]["SubscriptionEventData"];
            metadata: components["schemas"]["EventMetadata"];
        };
    };
    responses: {
        /** @description The representation still has the ETag given in `If-None-Match`. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A query parameter breaks the contract. */
        InvalidListQuery: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR";
                    };
                };
            };
        };
        /** @description The credential is missing or not valid. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "UNAUTHORIZED" | "INVALID_API_KEY" | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "WRONG_ENVIRONMENT";
                    };
                };
            };
        };
        /** @description The caller may not do this. */
        Forbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INSECURE_TRANSPORT" | "INSUFFICIENT_SCOPE";
                    };
                };
            };
        };
        /** @description The `Accept` header admits no representation that the service has. */
        NotAcceptable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_ACCEPTABLE";
                    };
                };
            };
        };
        /** @description A rate limit is used up. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "RATE_LIMIT_EXCEEDED" | "DAILY_QUOTA_EXCEEDED";
                    };
                };
            };
        };
        /** @description The service failed. The request id finds the cause in its log. */
        InternalError: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INTERNAL_ERROR";
                    };
                };
            };
        };
        /** @description The service cannot process the request now; nothing was changed. */
        Unavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidPrompt: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The idempotency key stands for another request, or for one still under way. */
        IdempotencyConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description The body is larger than the operation allows: 1 MiB, 2 MiB where it changes many resources or writes items, 256 MiB for a file of items. */
        PayloadTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
        };
        /** @description The media type or encoding of the body is not supported. */
        UnsupportedMediaType: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
        };
        /** @description A query parameter or a header breaks the contract. Nothing was deleted. */
        InvalidBatchDelete: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. Nothing was changed. */
        InvalidPromptBatch: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The resource changed since the given ETag. */
        PreconditionFailed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "PRECONDITION_FAILED";
                    };
                };
            };
        };
        /** @description A query parameter or a header breaks the contract. */
        BadRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR";
                    };
                };
            };
        };
        /** @description There is no prompt with this id. */
        PromptNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidPromptVersion: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description There is nothing new to publish, or the idempotency key is in use. */
        PromptVersionConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VERSION_UNCHANGED" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. No model was called. */
        InvalidExecution: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The model provider failed. The failed execution is stored. */
        ModelProviderFailed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "MODEL_PROVIDER_ERROR";
                    };
                };
            };
        };
        /** @description The model provider did not respond in time. The failed execution is stored. */
        ModelTimedOut: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "MODEL_TIMEOUT";
                    };
                };
            };
        };
        /** @description There is no such prompt or version. */
        PromptVersionNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description There is no such prompt or label. */
        PromptLabelNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidPromptLabel: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description A query parameter or a header breaks the contract. */
        InvalidComparison: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidRendering: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description There is no such prompt or execution. */
        ExecutionNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidFolder: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The name or the idempotency key is in use. */
        FolderConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NAME_TAKEN" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description The folder still contains prompts or folders, or more of them than one request deletes (`CONFLICT`). */
        FolderNotEmpty: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "FOLDER_NOT_EMPTY" | "CONFLICT";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. Nothing was changed. */
        InvalidFolderBatch: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description Another folder within the same parent has this name. */
        FolderNameConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NAME_TAKEN";
                    };
                };
            };
        };
        /** @description There is no folder with this id. */
        FolderNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidDataset: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. Nothing was changed. */
        InvalidDatasetBatch: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description There is no dataset with this id. */
        DatasetNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. Nothing was changed. */
        InvalidDatasetItems: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The dataset changed meanwhile or would become too large, or the idempotency key stands for another request. */
        ImportConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description There is no dataset or no item with this id. */
        DatasetItemNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The file, a parameter or a header breaks the contract. Nothing was changed. */
        InvalidImport: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidEvaluation: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description There is no such evaluation. */
        EvaluationNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The run has not ended, or its errored cases are being repeated. */
        DeletionConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INVALID_STATE";
                    };
                };
            };
        };
        /** @description There is no such evaluation or result. */
        ResultNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The run has ended, or the idempotency key is in use. */
        CancelConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INVALID_STATE" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description There is nothing to repeat, or the idempotency key is in use. */
        RetryConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INVALID_STATE" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidWebhook: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The organization has no room for another webhook, or the idempotency key is in use. */
        WebhookConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. Nothing was changed. */
        InvalidWebhookBatch: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The status of the webhook does not allow this. */
        WebhookStateConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INVALID_STATE";
                    };
                };
            };
        };
        /** @description There is no webhook with this id. */
        WebhookNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description There is no webhook with this id, or it has no such delivery. */
        DeliveryNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The webhook is not active, the delivery has not ended, or the idempotency key is in use. */
        ResendConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INVALID_STATE" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidReplay: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The webhook receives no events at present, or the idempotency key is in use. */
        TestEventConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INVALID_STATE" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description There is no webhook with this id, or it has no such replay. */
        ReplayNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidRotation: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidTestEvent: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description There is no template with this id. */
        TemplateNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The body or a header breaks the contract. */
        InvalidReport: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The evaluation still runs, or the idempotency key stands for another request. */
        ReportConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INVALID_STATE" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description There is no report with this id. */
        ReportNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The body or a header breaks the contract. */
        InvalidReportExport: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The report is not completed, or the idempotency key stands for another request. */
        ReportExportConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INVALID_STATE" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description There is no such report, or it has no export with this id. */
        ReportExportNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidOAuthClient: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The organization has no room for another client, or the idempotency key is in use. */
        OAuthClientConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description There is no OAuth client with this id. */
        OAuthClientNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The client with its new secret. */
        RotatedOAuthClientSecret: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthClientWithSecret"];
            };
        };
        /** @description A public client has no secret, or the idempotency key is in use. */
        NoSecret: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INVALID_STATE" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidOrganization: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidMember: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description A scope is missing, or the change is the owners' own. */
        MemberForbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INSECURE_TRANSPORT" | "INSUFFICIENT_SCOPE" | "FORBIDDEN";
                    };
                };
            };
        };
        /** @description The address is a member or invited, or the idempotency key is in use. */
        MemberConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
        /** @description There is no member with this id. */
        MemberNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The organization would have no owner, or the member was removed. */
        LastOwner: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
        };
        /** @description The organization would have no owner, or the member was removed. */
        MemberRemovedConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "CONFLICT" | "INVALID_STATE";
                    };
                };
            };
        };
        /** @description The body, a parameter or a header breaks the contract. */
        InvalidApiKey: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "VALIDATION_ERROR" | "INVALID_JSON";
                    };
                };
            };
        };
        /** @description A scope is missing, or the caller would mint what it lacks. */
        ApiKeyForbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INSECURE_TRANSPORT" | "INSUFFICIENT_SCOPE" | "FORBIDDEN";
                    };
                };
            };
        };
        /** @description There is no API key with this id. */
        ApiKeyNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
        };
        /** @description The key is no longer in force, or the idempotency key is in use. */
        RotationConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "INVALID_STATE" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
        };
    };
    parameters: {
        /**
         * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
         * @example req_01m6e0byp0eq48mja7aw7s2kxe
         */
        RequestId: string;
        /**
         * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
         * @example 20
         */
        Limit: number;
        /**
         * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
         * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
         */
        Cursor: string;
        /**
         * @description Direction of the sort order.
         * @example desc
         */
        Order: "asc" | "desc";
        /**
         * @description Returns 304 without a body while the representation still has this ETag.
         * @example "2-1b7d03ee"
         */
        IfNoneMatch: string;
        /**
         * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
         * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
         */
        IdempotencyKey: string;
        /**
         * @description The prompt.
         * @example prompt_01m6dsg7e0e8qra54038hz5kj6
         */
        PromptId: components["schemas"]["PromptId"];
        /**
         * @description Carries out the change only while the resource still has this ETag; otherwise 412.
         * @example "3-9f2c7a10"
         */
        IfMatch: string;
        /**
         * @description Only what was made at this moment or after it.
         * @example 2026-11-01T00:00:00Z
         */
        CreatedAfter: components["schemas"]["GivenTime"];
        /**
         * @description Only what was made before this moment.
         * @example 2026-12-01T00:00:00Z
         */
        CreatedBefore: components["schemas"]["GivenTime"];
        /**
         * @description `true` deletes the content of the folder too. Otherwise only an empty folder is deleted.
         * @example false
         */
        Recursive: boolean;
        /**
         * @description The folder.
         * @example folder_01m6b1yq00f37s7f7t118jw0gc
         */
        FolderId: components["schemas"]["FolderId"];
        /**
         * @description The dataset.
         * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
         */
        DatasetId: components["schemas"]["DatasetId"];
        /**
         * @description The item.
         * @example item_01m6f0b9q0e5tskm4n7xw2c8pv
         */
        ItemId: components["schemas"]["DatasetItemId"];
        /**
         * @description The evaluation.
         * @example eval_01m6e8ykr0f4yv1gfmc70h325c
         */
        EvaluationId: components["schemas"]["EvaluationId"];
        /**
         * @description The result.
         * @example result_01m6e8ynpgeg6sf59gb1cay88f
         */
        ResultId: components["schemas"]["ResultId"];
        /**
         * @description The webhook.
         * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
         */
        WebhookId: components["schemas"]["WebhookId"];
        /**
         * @description The delivery attempt.
         * @example delivery_01m6dzgg14fsqt2rvkyszpjdek
         */
        DeliveryId: components["schemas"]["DeliveryId"];
        /**
         * @description The replay.
         * @example replay_01m6e22wg0fyhsk0r3pnqmz4ac
         */
        ReplayId: components["schemas"]["ReplayId"];
        /**
         * @description The template.
         * @example template_01m3v7me00ek2v3mwbsax9r214
         */
        TemplateId: components["schemas"]["TemplateId"];
        /**
         * @description The report.
         * @example report_01m6eccfc0fzevwtbd9zqmvevj
         */
        ReportId: components["schemas"]["ReportId"];
        /**
         * @description The export.
         * @example export_01m6ecnmb0fj8rfy2kn7f1r3wt
         */
        ReportExportId: components["schemas"]["ReportExportId"];
        /**
         * @description The OAuth client.
         * @example client_01m6dqs9m0eefvn41pzzmcq6vf
         */
        ClientId: components["schemas"]["OAuthClientId"];
        /**
         * @description The member.
         * @example member_01m6eftb00faptafda8t3epnen
         */
        MemberId: components["schemas"]["MemberId"];
        /**
         * @description The API key.
         * @example key_01m6egp000f1nqc9yq0v6rw3tk
         */
        ApiKeyId: components["schemas"]["ApiKeyId"];
        /**
         * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
         * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        "X-Service-Signature": string;
        /**
         * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
         * @example 1793612100
         */
        "X-Service-Timestamp": string;
    };
    requestBodies: never;
    headers: {
        /** @description Changes whenever the representation changes. Goes into `If-Match` and `If-None-Match`. */
        ETag: string;
        /** @description Requests that the plan admits in one minute. */
        "X-RateLimit-Limit": number;
        /** @description Requests left in the present minute. */
        "X-RateLimit-Remaining": number;
        /** @description When the present minute ends, in Unix seconds. */
        "X-RateLimit-Reset": number;
        /** @description The policy that the three fields above describe: `<count>/minute`. */
        "X-RateLimit-Policy": string;
        /** @description Remaining requests of the burst and of the UTC day, and the seconds until there are more, as a structured field. The minute is in `X-RateLimit-Remaining` and `X-RateLimit-Reset`. */
        RateLimit: string;
        /** @description The quotas of the burst and of the UTC day and their windows in seconds, as a structured field. */
        "RateLimit-Policy": string;
        /** @description Names this request in the logs of the service. The value that the client sent, where it was well-formed. */
        "X-Request-Id": string;
        /** @description The challenge of RFC 6750, section 3. */
        "WWW-Authenticate": string;
        /** @description Seconds to wait until the longest of the violated limits admits another request. */
        "Retry-After": number;
        /** @description Address of the new resource. */
        Location: string;
        /** @description Sent with the value `true` when this is the stored response to an earlier request with the same idempotency key. */
        "Idempotent-Replayed": "true";
        /**
         * @description Offers the file for saving under its name (RFC 6266); letters beyond ASCII are in `filename*`.
         * @example attachment; filename="Welcome mail in October.pdf"; filename*=UTF-8''Welcome%20mail%20in%20October.pdf
         */
        "Content-Disposition": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPrompts: {
        parameters: {
            query?: {
                /**
                 * @description Only prompts of this folder, not of folders below it; `root` for those in no folder.
                 * @example folder_01m6b1yq00f37s7f7t118jw0gc
                 */
                folderId?: string;
                /**
                 * @description Only prompts whose name contains this string, without regard to case.
                 * @example welcome
                 */
                name?: string;
                /**
                 * @description Only drafts, or only published prompts.
                 * @example published
                 */
                status?: "draft" | "published";
                /**
                 * @description Only prompts with this tag.
                 * @example mail
                 */
                tag?: string;
                /**
                 * @description Only prompts with this label.
                 * @example live
                 */
                label?: components["schemas"]["LabelName"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt" | "updatedAt" | "name";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of prompts. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPrompt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new prompt. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePromptRequest"];
            };
        };
        responses: {
            /** @description The new prompt. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            400: components["responses"]["InvalidPrompt"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePrompts: {
        parameters: {
            query: {
                /**
                 * @description The prompts; repeat the parameter for each.
                 * @example [
                 *       "prompt_01m6dsg7e0e8qra54038hz5kj6",
                 *       "prompt_01m6dvgpd0ewbvgzmzjvq426zr"
                 *     ]
                 */
                id: components["schemas"]["PromptId"][];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prompts are deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidBatchDelete"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePrompts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePromptsRequest"];
            };
        };
        responses: {
            /** @description The changed prompts. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedPrompts"];
                };
            };
            400: components["responses"]["InvalidPromptBatch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPrompt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prompt. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePrompt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prompt is deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptNotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePrompt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        /** @description The properties to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePromptRequest"];
            };
        };
        responses: {
            /** @description The changed prompt. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            400: components["responses"]["InvalidPrompt"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPromptVersions: {
        parameters: {
            query?: {
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of versions. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersionList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPromptVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        /** @description Content to publish. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePromptVersionRequest"];
            };
        };
        responses: {
            /** @description The new version. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersion"];
                };
            };
            400: components["responses"]["InvalidPromptVersion"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["PromptVersionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    executePrompt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        /** @description Values and settings. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecutePromptRequest"];
            };
        };
        responses: {
            /** @description The execution. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            400: components["responses"]["InvalidExecution"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ModelProviderFailed"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["ModelTimedOut"];
        };
    };
    getPromptVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
                /**
                 * @description Number of the version.
                 * @example 2
                 */
                version: components["schemas"]["VersionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersion"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptVersionNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPromptLabel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
                /**
                 * @description The label.
                 * @example live
                 */
                label: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersion"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptLabelNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putPromptLabel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
                /**
                 * @description The label.
                 * @example live
                 */
                label: string;
            };
            cookie?: never;
        };
        /** @description The version. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutPromptLabelRequest"];
            };
        };
        responses: {
            /** @description The prompt with its labels. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            400: components["responses"]["InvalidPromptLabel"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptLabelNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePromptLabel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
                /**
                 * @description The label.
                 * @example live
                 */
                label: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The label is removed. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptLabelNotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    comparePromptVersions: {
        parameters: {
            query: {
                /**
                 * @description The first version: its number, or `draft`.
                 * @example 1
                 */
                from: string;
                /**
                 * @description The second version: its number, or `draft`.
                 * @example 2
                 */
                to: string;
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptComparison"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidComparison"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    renderPrompt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        /** @description The values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderPromptRequest"];
            };
        };
        responses: {
            /** @description The rendered prompt. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptRendering"];
                };
            };
            400: components["responses"]["InvalidRendering"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPromptExecutions: {
        parameters: {
            query?: {
                /**
                 * @description Only executions that ended so.
                 * @example succeeded
                 */
                status?: "succeeded" | "failed";
                /**
                 * @description Only executions of this version: its number, or `draft`.
                 * @example 2
                 */
                version?: string;
                /**
                 * @description Only what was made at this moment or after it.
                 * @example 2026-11-01T00:00:00Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was made before this moment.
                 * @example 2026-12-01T00:00:00Z
                 */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of executions. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromptNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPromptExecution: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId: components["parameters"]["PromptId"];
                /**
                 * @description The execution.
                 * @example exec_01m6dztj1gf508gdxgxmagfksp
                 */
                executionId: components["schemas"]["ExecutionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ExecutionNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFolders: {
        parameters: {
            query?: {
                /**
                 * @description Only folders directly within this one; `root` for the topmost ones.
                 * @example folder_01m6b1yq00f37s7f7t118jw0gc
                 */
                parentId?: string;
                /**
                 * @description Only folders whose name contains this string, without regard to case.
                 * @example board
                 */
                name?: string;
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt" | "updatedAt" | "name";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of folders. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createFolder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new folder. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFolderRequest"];
            };
        };
        responses: {
            /** @description The new folder. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            400: components["responses"]["InvalidFolder"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["FolderConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFolders: {
        parameters: {
            query: {
                /**
                 * @description The folders; repeat the parameter for each.
                 * @example [
                 *       "folder_01m6b1yq00f37s7f7t118jw0gc",
                 *       "folder_01m6b2h0y0fpvrc9grgge7tkny"
                 *     ]
                 */
                id: components["schemas"]["FolderId"][];
                /**
                 * @description `true` deletes the content of the folder too. Otherwise only an empty folder is deleted.
                 * @example false
                 */
                recursive?: components["parameters"]["Recursive"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folders are deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidBatchDelete"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["FolderNotEmpty"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateFolders: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFoldersRequest"];
            };
        };
        responses: {
            /** @description The changed folders. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedFolders"];
                };
            };
            400: components["responses"]["InvalidFolderBatch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["FolderNameConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFolder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The folder.
                 * @example folder_01m6b1yq00f37s7f7t118jw0gc
                 */
                folderId: components["parameters"]["FolderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFolder: {
        parameters: {
            query?: {
                /**
                 * @description `true` deletes the content of the folder too. Otherwise only an empty folder is deleted.
                 * @example false
                 */
                recursive?: components["parameters"]["Recursive"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The folder.
                 * @example folder_01m6b1yq00f37s7f7t118jw0gc
                 */
                folderId: components["parameters"]["FolderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder is deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFound"];
            409: components["responses"]["FolderNotEmpty"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateFolder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The folder.
                 * @example folder_01m6b1yq00f37s7f7t118jw0gc
                 */
                folderId: components["parameters"]["FolderId"];
            };
            cookie?: never;
        };
        /** @description The properties to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFolderRequest"];
            };
        };
        responses: {
            /** @description The changed folder. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            400: components["responses"]["InvalidFolder"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["FolderNameConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDatasets: {
        parameters: {
            query?: {
                /**
                 * @description Only datasets whose name contains this string, without regard to case.
                 * @example mail
                 */
                name?: string;
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt" | "updatedAt" | "name";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of datasets. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDataset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new dataset. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDatasetRequest"];
            };
        };
        responses: {
            /** @description The new dataset. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            400: components["responses"]["InvalidDataset"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDatasets: {
        parameters: {
            query: {
                /**
                 * @description The datasets; repeat the parameter for each.
                 * @example [
                 *       "dataset_01m6f0a7c0f3rb3jz1q6v9k2wd",
                 *       "dataset_01m6f0wm60e4ta6p2x8s5h7ncy"
                 *     ]
                 */
                id: components["schemas"]["DatasetId"][];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The datasets are deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidBatchDelete"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDatasets: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDatasetsRequest"];
            };
        };
        responses: {
            /** @description The changed datasets. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedDatasets"];
                };
            };
            400: components["responses"]["InvalidDatasetBatch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDataset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dataset. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DatasetNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDataset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dataset is deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DatasetNotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDataset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        /** @description The properties to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDatasetRequest"];
            };
        };
        responses: {
            /** @description The changed dataset. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            400: components["responses"]["InvalidDataset"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DatasetNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDatasetItems: {
        parameters: {
            query?: {
                /**
                 * @description The version of the dataset; the present one when absent.
                 * @example 2
                 */
                version?: components["schemas"]["DatasetVersionNumber"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description `desc` begins with the last item.
                 * @example asc
                 */
                order?: "asc" | "desc";
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of items. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetItemList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DatasetNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDatasetItems: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        /** @description The new items. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDatasetItemsRequest"];
            };
        };
        responses: {
            /** @description The new items. `Location` leads to the dataset's items. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedDatasetItems"];
                };
            };
            400: components["responses"]["InvalidDatasetItems"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DatasetNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ImportConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDatasetItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
                /**
                 * @description The item.
                 * @example item_01m6f0b9q0e5tskm4n7xw2c8pv
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
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetItem"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DatasetItemNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDatasetItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
                /**
                 * @description The item.
                 * @example item_01m6f0b9q0e5tskm4n7xw2c8pv
                 */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item is deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DatasetItemNotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDatasetItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
                /**
                 * @description The item.
                 * @example item_01m6f0b9q0e5tskm4n7xw2c8pv
                 */
                itemId: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        /** @description The properties to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDatasetItemRequest"];
            };
        };
        responses: {
            /** @description The changed item. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetItem"];
                };
            };
            400: components["responses"]["InvalidDatasetItems"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DatasetItemNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDatasetVersions: {
        parameters: {
            query?: {
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of versions. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersionList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DatasetNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importDatasetItems: {
        parameters: {
            query?: {
                /**
                 * @description How present items are treated.
                 * @example append
                 */
                mode?: "append" | "replace";
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        /** @description The items. */
        requestBody: {
            content: {
                "application/jsonl": components["schemas"]["JsonLines"];
                "text/csv": components["schemas"]["CommaSeparated"];
            };
        };
        responses: {
            /** @description The items are in the dataset. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetImport"];
                };
            };
            400: components["responses"]["InvalidImport"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DatasetNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ImportConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportDatasetItems: {
        parameters: {
            query?: {
                /**
                 * @description The format of the file.
                 * @example jsonl
                 */
                format?: "jsonl" | "csv";
                /**
                 * @description The version of the dataset; the present one when absent.
                 * @example 2
                 */
                version?: components["schemas"]["DatasetVersionNumber"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The dataset.
                 * @example dataset_01m6f0a7c0f3rb3jz1q6v9k2wd
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": components["schemas"]["JsonLines"];
                    "text/csv": components["schemas"]["CommaSeparated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DatasetNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvaluations: {
        parameters: {
            query?: {
                /**
                 * @description Only evaluations in this status.
                 * @example completed
                 */
                status?: "queued" | "running" | "completed" | "failed" | "cancelled";
                /**
                 * @description Only evaluations of this prompt.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                promptId?: components["schemas"]["PromptId"];
                /**
                 * @description Only evaluations over this dataset.
                 * @example dataset_01m6e8c9t0frjt6arjvj6p1nax
                 */
                datasetId?: string;
                /**
                 * @description Only what was made at this moment or after it.
                 * @example 2026-11-01T00:00:00Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was made before this moment.
                 * @example 2026-12-01T00:00:00Z
                 */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of evaluations. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The evaluation to run. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEvaluationRequest"];
            };
        };
        responses: {
            /** @description The evaluation, which waits to be run. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            400: components["responses"]["InvalidEvaluation"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The evaluation.
                 * @example eval_01m6e8ykr0f4yv1gfmc70h325c
                 */
                evaluationId: components["parameters"]["EvaluationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The evaluation. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EvaluationNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The evaluation.
                 * @example eval_01m6e8ykr0f4yv1gfmc70h325c
                 */
                evaluationId: components["parameters"]["EvaluationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The evaluation is deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EvaluationNotFound"];
            409: components["responses"]["DeletionConflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvaluationResults: {
        parameters: {
            query?: {
                /**
                 * @description Only results of this status.
                 * @example failed
                 */
                status?: "passed" | "failed" | "errored";
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example position
                 */
                sort?: "position";
                /**
                 * @description Direction of the sort order.
                 * @example asc
                 */
                order?: "asc" | "desc";
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The evaluation.
                 * @example eval_01m6e8ykr0f4yv1gfmc70h325c
                 */
                evaluationId: components["parameters"]["EvaluationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationResultList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EvaluationNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvaluationResult: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The evaluation.
                 * @example eval_01m6e8ykr0f4yv1gfmc70h325c
                 */
                evaluationId: components["parameters"]["EvaluationId"];
                /**
                 * @description The result.
                 * @example result_01m6e8ynpgeg6sf59gb1cay88f
                 */
                resultId: components["parameters"]["ResultId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationResult"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ResultNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The evaluation.
                 * @example eval_01m6e8ykr0f4yv1gfmc70h325c
                 */
                evaluationId: components["parameters"]["EvaluationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled evaluation. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EvaluationNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["CancelConflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The evaluation.
                 * @example eval_01m6e8ykr0f4yv1gfmc70h325c
                 */
                evaluationId: components["parameters"]["EvaluationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new evaluation, which waits to be run. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EvaluationNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["RetryConflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Only webhooks with this status.
                 * @example active
                 */
                status?: "active" | "paused" | "disabled";
                /**
                 * @description Only webhooks that subscribe to this event type.
                 * @example prompt.created
                 */
                event?: components["schemas"]["EventType"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt" | "updatedAt";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of webhooks. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new webhook. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description The new webhook with its secret. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["InvalidWebhook"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["WebhookConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhooks: {
        parameters: {
            query: {
                /**
                 * @description The webhooks; repeat the parameter for each.
                 * @example [
                 *       "webhook_01m6dqs9m0eefvn41pzzmcq6vf",
                 *       "webhook_01m6drbkj0f8as1143rt4nv7fx"
                 *     ]
                 */
                id: components["schemas"]["WebhookId"][];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks are deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidBatchDelete"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhooksRequest"];
            };
        };
        responses: {
            /** @description The changed webhooks. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedWebhooks"];
                };
            };
            400: components["responses"]["InvalidWebhookBatch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["WebhookStateConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description The properties to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description The changed webhook. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidWebhook"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["WebhookStateConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only attempts with this status.
                 * @example success
                 */
                status?: "pending" | "success" | "failed" | "exhausted" | "skipped";
                /**
                 * @description Only attempts for this event type.
                 * @example prompt.created
                 */
                eventType?: components["schemas"]["EventType"];
                /**
                 * @description Only attempts for this event.
                 * @example evt_01m6dzgg0tf63tvyjnfeshnt11
                 */
                eventId?: components["schemas"]["EventId"];
                /**
                 * @description Only what was made at this moment or after it.
                 * @example 2026-11-01T00:00:00Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was made before this moment.
                 * @example 2026-12-01T00:00:00Z
                 */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of attempts. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
                /**
                 * @description The delivery attempt.
                 * @example delivery_01m6dzgg14fsqt2rvkyszpjdek
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeliveryNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
                /**
                 * @description The delivery attempt.
                 * @example delivery_01m6dzgg14fsqt2rvkyszpjdek
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery, which is on its way. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeliveryNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ResendConflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description The range. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookEventsRequest"];
            };
        };
        responses: {
            /** @description The replay is under way. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            400: components["responses"]["InvalidReplay"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["TestEventConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
                /**
                 * @description The replay.
                 * @example replay_01m6e22wg0fyhsk0r3pnqmz4ac
                 */
                replayId: components["parameters"]["ReplayId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ReplayNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description How long the previous secret still signs. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookSecret"];
                };
            };
            400: components["responses"]["InvalidRotation"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description The event type. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTestEventRequest"];
            };
        };
        responses: {
            /** @description The delivery that is on its way. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidTestEvent"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["TestEventConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listModels: {
        parameters: {
            query?: {
                /**
                 * @description Only models of this provider.
                 * @example mock
                 */
                provider?: string;
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of models. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /**
                 * @description Only templates of this type.
                 * @example prompt_usage
                 */
                type?: components["schemas"]["ReportType"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of templates. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The template.
                 * @example template_01m3v7me00ek2v3mwbsax9r214
                 */
                templateId: components["parameters"]["TemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TemplateNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReports: {
        parameters: {
            query?: {
                /**
                 * @description Only reports in this state.
                 * @example completed
                 */
                status?: components["schemas"]["ReportStatus"];
                /**
                 * @description Only reports of this type.
                 * @example prompt_usage
                 */
                type?: components["schemas"]["ReportType"];
                /**
                 * @description Only reports whose name contains this string, without regard to case.
                 * @example October
                 */
                name?: components["schemas"]["ReportName"];
                /**
                 * @description Only what was made at this moment or after it.
                 * @example 2026-11-01T00:00:00Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was made before this moment.
                 * @example 2026-12-01T00:00:00Z
                 */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt" | "name";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of reports. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new report. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReportRequest"];
            };
        };
        responses: {
            /** @description The report that is being made. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["InvalidReport"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ReportConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The report.
                 * @example report_01m6eccfc0fzevwtbd9zqmvevj
                 */
                reportId: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ReportNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The report.
                 * @example report_01m6eccfc0fzevwtbd9zqmvevj
                 */
                reportId: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report is deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ReportNotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReportExports: {
        parameters: {
            query?: {
                /**
                 * @description Only exports to this format.
                 * @example pdf
                 */
                format?: components["schemas"]["ReportFormat"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The report.
                 * @example report_01m6eccfc0fzevwtbd9zqmvevj
                 */
                reportId: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of exports. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportExportList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ReportNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createReportExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The report.
                 * @example report_01m6eccfc0fzevwtbd9zqmvevj
                 */
                reportId: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        /** @description The new export. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReportExportRequest"];
            };
        };
        responses: {
            /** @description The new export. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportExport"];
                };
            };
            400: components["responses"]["InvalidReportExport"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ReportNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ReportExportConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The report.
                 * @example report_01m6eccfc0fzevwtbd9zqmvevj
                 */
                reportId: components["parameters"]["ReportId"];
                /**
                 * @description The export.
                 * @example export_01m6ecnmb0fj8rfy2kn7f1r3wt
                 */
                exportId: components["parameters"]["ReportExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportExport"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ReportExportNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadReportExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The report.
                 * @example report_01m6eccfc0fzevwtbd9zqmvevj
                 */
                reportId: components["parameters"]["ReportId"];
                /**
                 * @description The export.
                 * @example export_01m6ecnmb0fj8rfy2kn7f1r3wt
                 */
                exportId: components["parameters"]["ReportExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": Blob;
                    "text/html": string;
                    "text/markdown": string;
                    "text/csv": string;
                    "application/json": components["schemas"]["Report"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ReportExportNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOAuthClients: {
        parameters: {
            query?: {
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt" | "name";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of clients. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOAuthClient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The request. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOAuthClientRequest"];
            };
        };
        responses: {
            /** @description The new client with its secret. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientWithSecret"];
                };
            };
            400: components["responses"]["InvalidOAuthClient"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["OAuthClientConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOAuthClient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The OAuth client.
                 * @example client_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OAuthClientNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOAuthClient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The OAuth client.
                 * @example client_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client is deleted. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OAuthClientNotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOAuthClient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The OAuth client.
                 * @example client_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        /** @description The request. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOAuthClientRequest"];
            };
        };
        responses: {
            /** @description The changed client. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
            400: components["responses"]["InvalidOAuthClient"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OAuthClientNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateOAuthClientSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The OAuth client.
                 * @example client_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        /** @description The request. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateOAuthClientSecretRequest"];
            };
        };
        responses: {
            200: components["responses"]["RotatedOAuthClientSecret"];
            400: components["responses"]["InvalidRotation"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OAuthClientNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["NoSecret"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateOAuthClientSecretFormerly: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The OAuth client.
                 * @example client_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        /** @description The request. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateOAuthClientSecretRequest"];
            };
        };
        responses: {
            200: components["responses"]["RotatedOAuthClientSecret"];
            400: components["responses"]["InvalidRotation"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OAuthClientNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["NoSecret"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The properties to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationRequest"];
            };
        };
        responses: {
            /** @description The changed organization. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["InvalidOrganization"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /**
                 * @description Only members with this status.
                 * @example active
                 */
                status?: "invited" | "active" | "removed";
                /**
                 * @description Only members with this role.
                 * @example editor
                 */
                role?: components["schemas"]["MemberRole"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt" | "updatedAt";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of members. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The person to invite. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteMemberRequest"];
            };
        };
        responses: {
            /** @description The invited member with the link. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedMember"];
                };
            };
            400: components["responses"]["InvalidMember"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MemberForbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["MemberConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The member.
                 * @example member_01m6eftb00faptafda8t3epnen
                 */
                memberId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The member.
                 * @example member_01m6eftb00faptafda8t3epnen
                 */
                memberId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member is removed. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MemberForbidden"];
            404: components["responses"]["MemberNotFound"];
            409: components["responses"]["LastOwner"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The member.
                 * @example member_01m6eftb00faptafda8t3epnen
                 */
                memberId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        /** @description The properties to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMemberRequest"];
            };
        };
        responses: {
            /** @description The changed member. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidMember"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MemberForbidden"];
            404: components["responses"]["MemberNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["MemberRemovedConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Only keys that act as this user.
                 * @example user_01m3v7me00fwmbq8eed7gnc6z7
                 */
                userId?: components["schemas"]["UserId"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Property to sort the list by.
                 * @example createdAt
                 */
                sort?: "createdAt" | "name";
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of API keys. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new key. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key, shown this once. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["InvalidApiKey"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyForbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The API key.
                 * @example key_01m6egp000f1nqc9yq0v6rw3tk
                 */
                keyId: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API key. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiKeyNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The API key.
                 * @example key_01m6egp000f1nqc9yq0v6rw3tk
                 */
                keyId: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiKeyNotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Carries out the change only while the resource still has this ETag; otherwise 412.
                 * @example "3-9f2c7a10"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The API key.
                 * @example key_01m6egp000f1nqc9yq0v6rw3tk
                 */
                keyId: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        /** @description The properties to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The changed key. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidApiKey"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApiKeyNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes a repeated request harmless: within 24 hours the same key with the same request returns the first response. With another request it is rejected with 409.
                 * @example 5f0c2a9e-8a51-4c1f-9d0e-3a1f7f0f2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The API key.
                 * @example key_01m6egp000f1nqc9yq0v6rw3tk
                 */
                keyId: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        /** @description How long both work. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The successor, shown this once. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["InvalidRotation"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyForbidden"];
            404: components["responses"]["ApiKeyNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["RotationConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description Only this operation.
                 * @example updatePrompt
                 */
                operation?: components["schemas"]["AuditedOperation"];
                /**
                 * @description Only changes of this resource.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                targetId?: components["schemas"]["AuditTargetId"];
                /**
                 * @description Only changes by this user.
                 * @example user_01m3v7me00fwmbq8eed7gnc6z7
                 */
                userId?: components["schemas"]["UserId"];
                /**
                 * @description Only changes with this credential.
                 * @example key_01m6egp000f1nqc9yq0v6rw3tk
                 */
                credentialId?: components["schemas"]["CredentialId"];
                /**
                 * @description Only what was made at this moment or after it.
                 * @example 2026-11-01T00:00:00Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was made before this moment.
                 * @example 2026-12-01T00:00:00Z
                 */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @deprecated
                 * @description The former spelling of `createdAfter`.
                 * @example 2026-11-01T00:00:00Z
                 */
                since?: components["schemas"]["GivenTime"];
                /**
                 * @deprecated
                 * @description The former spelling of `createdBefore`.
                 * @example 2026-12-01T00:00:00Z
                 */
                until?: components["schemas"]["GivenTime"];
                /**
                 * @description Maximum items of a page. A page with long texts has fewer items. It ends before the item with which they would exceed 1,048,576 characters together; `hasMore` and `nextCursor` lead to the rest.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Continues a list: the `nextCursor` of the page before. Opaque, and valid only with the same sort order and filters.
                 * @example eyJ2IjoxLCJrIjpbIjIwMjYtMTEtMDIiXX0.k3Yd0Jq2VtQ
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Direction of the sort order.
                 * @example desc
                 */
                order?: components["parameters"]["Order"];
            };
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Returns 304 without a body while the representation still has this ETag.
                 * @example "2-1b7d03ee"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the audit log. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receivePromptCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptCreatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receivePromptUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptUpdatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receivePromptDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptDeletedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receivePromptVersionCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptVersionCreatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receivePromptExecuted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptExecutedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveReportCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportCreatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveReportCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportCompletedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveReportFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportFailedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveReportExported: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportExportedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveEvaluationStarted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluationStartedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveEvaluationCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluationCompletedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveEvaluationFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluationFailedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveEvaluationTestCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluationTestCompletedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveMemberInvited: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberInvitedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveMemberJoined: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberJoinedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveMemberRemoved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberRemovedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix_seconds>,v1=<hex_digest>`. The digest is the lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. While a rotated secret still counts, there is one `v1` for each.
                 * @example t=1793612100,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["X-Service-Signature"];
                /**
                 * @description When this attempt was signed, in Unix seconds. Reject it when it differs from your clock by more than 300 seconds.
                 * @example 1793612100
                 */
                "X-Service-Timestamp": components["parameters"]["X-Service-Timestamp"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionUpdatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: the webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. 408, 429, 500, 502, 503 and 504 are retried; other statuses are final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
export type LabelName = components['schemas']['LabelName']
export type PromptId = components['schemas']['PromptId']
export type PromptName = components['schemas']['PromptName']
export type PromptContent = components['schemas']['PromptContent']
export type VariableNames = components['schemas']['VariableNames']
export type PromptTags = components['schemas']['PromptTags']
export type Timestamp = components['schemas']['Timestamp']
export type UserId = components['schemas']['UserId']
export type Prompt = components['schemas']['Prompt']
export type PromptList = components['schemas']['PromptList']
export type ErrorCode = components['schemas']['ErrorCode']
export type Issue = components['schemas']['Issue']
export type ErrorDetails = components['schemas']['ErrorDetails']
export type ErrorEnvelope = components['schemas']['ErrorEnvelope']
export type CreatePromptRequest = components['schemas']['CreatePromptRequest']
export type PromptChange = components['schemas']['PromptChange']
export type UpdatePromptsRequest = components['schemas']['UpdatePromptsRequest']
export type UpdatedPrompts = components['schemas']['UpdatedPrompts']
export type UpdatePromptRequest = components['schemas']['UpdatePromptRequest']
export type PromptVersionId = components['schemas']['PromptVersionId']
export type VersionNumber = components['schemas']['VersionNumber']
export type PromptVersion = components['schemas']['PromptVersion']
export type PromptVersionList = components['schemas']['PromptVersionList']
export type CreatePromptVersionRequest = components['schemas']['CreatePromptVersionRequest']
export type VariableValues = components['schemas']['VariableValues']
export type ModelName = components['schemas']['ModelName']
export type Temperature = components['schemas']['Temperature']
export type VersionSelector = components['schemas']['VersionSelector']
export type ExecutePromptRequest = components['schemas']['ExecutePromptRequest']
export type ExecutionId = components['schemas']['ExecutionId']
export type ExecutionUsage = components['schemas']['ExecutionUsage']
export type Execution = components['schemas']['Execution']
export type PutPromptLabelRequest = components['schemas']['PutPromptLabelRequest']
export type DiffLine = components['schemas']['DiffLine']
export type SettingChange = components['schemas']['SettingChange']
export type PromptComparison = components['schemas']['PromptComparison']
export type RenderPromptRequest = components['schemas']['RenderPromptRequest']
export type PromptRendering = components['schemas']['PromptRendering']
export type GivenTime = components['schemas']['GivenTime']
export type ExecutionList = components['schemas']['ExecutionList']
export type FolderId = components['schemas']['FolderId']
export type FolderName = components['schemas']['FolderName']
export type Folder = components['schemas']['Folder']
export type FolderList = components['schemas']['FolderList']
export type CreateFolderRequest = components['schemas']['CreateFolderRequest']
export type FolderChange = components['schemas']['FolderChange']
export type UpdateFoldersRequest = components['schemas']['UpdateFoldersRequest']
export type UpdatedFolders = components['schemas']['UpdatedFolders']
export type UpdateFolderRequest = components['schemas']['UpdateFolderRequest']
export type DatasetId = components['schemas']['DatasetId']
export type DatasetName = components['schemas']['DatasetName']
export type DatasetDescription = components['schemas']['DatasetDescription']
export type DatasetVersionNumber = components['schemas']['DatasetVersionNumber']
export type InputSchema = components['schemas']['InputSchema']
export type Dataset = components['schemas']['Dataset']
export type DatasetList = components['schemas']['DatasetList']
export type TextOptions = components['schemas']['TextOptions']
export type EqualsScorerInput = components['schemas']['EqualsScorerInput']
export type ContainsScorerInput = components['schemas']['ContainsScorerInput']
export type ListOptions = components['schemas']['ListOptions']
export type ContainsAllScorerInput = components['schemas']['ContainsAllScorerInput']
export type ContainsAnyScorerInput = components['schemas']['ContainsAnyScorerInput']
export type StartsWithScorerInput = components['schemas']['StartsWithScorerInput']
export type EndsWithScorerInput = components['schemas']['EndsWithScorerInput']
export type RegexOptions = components['schemas']['RegexOptions']
export type RegexScorerInput = components['schemas']['RegexScorerInput']
export type NoOptions = components['schemas']['NoOptions']
export type IsJsonScorerInput = components['schemas']['IsJsonScorerInput']
export type JsonSchemaOptions = components['schemas']['JsonSchemaOptions']
export type JsonSchemaScorerInput = components['schemas']['JsonSchemaScorerInput']
export type JsonEqualsOptions = components['schemas']['JsonEqualsOptions']
export type JsonEqualsScorerInput = components['schemas']['JsonEqualsScorerInput']
export type LevenshteinScorerInput = components['schemas']['LevenshteinScorerInput']
export type NumericToleranceOptions = components['schemas']['NumericToleranceOptions']
export type NumericToleranceScorerInput = components['schemas']['NumericToleranceScorerInput']
export type LatencyOptions = components['schemas']['LatencyOptions']
export type LatencyScorerInput = components['schemas']['LatencyScorerInput']
export type CostOptions = components['schemas']['CostOptions']
export type CostScorerInput = components['schemas']['CostScorerInput']
export type TokensOptions = components['schemas']['TokensOptions']
export type TokensScorerInput = components['schemas']['TokensScorerInput']
export type FinishReasonOptions = components['schemas']['FinishReasonOptions']
export type FinishReasonScorerInput = components['schemas']['FinishReasonScorerInput']
export type LlmJudgeOptions = components['schemas']['LlmJudgeOptions']
export type LlmJudgeScorerInput = components['schemas']['LlmJudgeScorerInput']
export type ScorerType = components['schemas']['ScorerType']
export type ScorerInput = components['schemas']['ScorerInput']
export type NewDatasetItem = components['schemas']['NewDatasetItem']
export type CreateDatasetRequest = components['schemas']['CreateDatasetRequest']
export type ReplacingDatasetItem = components['schemas']['ReplacingDatasetItem']
export type DatasetChange = components['schemas']['DatasetChange']
export type UpdateDatasetsRequest = components['schemas']['UpdateDatasetsRequest']
export type UpdatedDatasets = components['schemas']['UpdatedDatasets']
export type UpdateDatasetRequest = components['schemas']['UpdateDatasetRequest']
export type DatasetItemId = components['schemas']['DatasetItemId']
export type EqualsScorer = components['schemas']['EqualsScorer']
export type ContainsScorer = components['schemas']['ContainsScorer']
export type ContainsAllScorer = components['schemas']['ContainsAllScorer']
export type ContainsAnyScorer = components['schemas']['ContainsAnyScorer']
export type StartsWithScorer = components['schemas']['StartsWithScorer']
export type EndsWithScorer = components['schemas']['EndsWithScorer']
export type RegexScorer = components['schemas']['RegexScorer']
export type IsJsonScorer = components['schemas']['IsJsonScorer']
export type JsonSchemaScorer = components['schemas']['JsonSchemaScorer']
export type JsonEqualsScorer = components['schemas']['JsonEqualsScorer']
export type LevenshteinScorer = components['schemas']['LevenshteinScorer']
export type NumericToleranceScorer = components['schemas']['NumericToleranceScorer']
export type LatencyScorer = components['schemas']['LatencyScorer']
export type CostScorer = components['schemas']['CostScorer']
export type TokensScorer = components['schemas']['TokensScorer']
export type FinishReasonScorer = components['schemas']['FinishReasonScorer']
export type LlmJudgeScorer = components['schemas']['LlmJudgeScorer']
export type ItemScorer = components['schemas']['ItemScorer']
export type DatasetItem = components['schemas']['DatasetItem']
export type DatasetItemList = components['schemas']['DatasetItemList']
export type CreateDatasetItemsRequest = components['schemas']['CreateDatasetItemsRequest']
export type CreatedDatasetItems = components['schemas']['CreatedDatasetItems']
export type UpdateDatasetItemRequest = components['schemas']['UpdateDatasetItemRequest']
export type DatasetVersion = components['schemas']['DatasetVersion']
export type DatasetVersionList = components['schemas']['DatasetVersionList']
export type JsonLines = components['schemas']['JsonLines']
export type CommaSeparated = components['schemas']['CommaSeparated']
export type DatasetImport = components['schemas']['DatasetImport']
export type EvaluationId = components['schemas']['EvaluationId']
export type EvaluationName = components['schemas']['EvaluationName']
export type Scorer = components['schemas']['Scorer']
export type Concurrency = components['schemas']['Concurrency']
export type PassThreshold = components['schemas']['PassThreshold']
export type ResultCounts = components['schemas']['ResultCounts']
export type ScorePercentiles = components['schemas']['ScorePercentiles']
export type ScorerSummary = components['schemas']['ScorerSummary']
export type LatencySummary = components['schemas']['LatencySummary']
export type TokenSummary = components['schemas']['TokenSummary']
export type EvaluationSummary = components['schemas']['EvaluationSummary']
export type Failure = components['schemas']['Failure']
export type TemplateId = components['schemas']['TemplateId']
export type ReportName = components['schemas']['ReportName']
export type ReportDay = components['schemas']['ReportDay']
export type EvaluationReportParameters = components['schemas']['EvaluationReportParameters']
export type ReportFormat = components['schemas']['ReportFormat']
export type EvaluationReport = components['schemas']['EvaluationReport']
export type Evaluation = components['schemas']['Evaluation']
export type EvaluationList = components['schemas']['EvaluationList']
export type ScorerInputs = components['schemas']['ScorerInputs']
export type EvaluationReportParametersInput = components['schemas']['EvaluationReportParametersInput']
export type EvaluationReportInput = components['schemas']['EvaluationReportInput']
export type CreateEvaluationRequest = components['schemas']['CreateEvaluationRequest']
export type ResultId = components['schemas']['ResultId']
export type Score = components['schemas']['Score']
export type EvaluationResult = components['schemas']['EvaluationResult']
export type EvaluationResultList = components['schemas']['EvaluationResultList']
export type EventType = components['schemas']['EventType']
export type WebhookId = components['schemas']['WebhookId']
export type WebhookUrl = components['schemas']['WebhookUrl']
export type WebhookEvents = components['schemas']['WebhookEvents']
export type ApiVersion = components['schemas']['ApiVersion']
export type WebhookFilters = components['schemas']['WebhookFilters']
export type Webhook = components['schemas']['Webhook']
export type WebhookList = components['schemas']['WebhookList']
export type WebhookFiltersInput = components['schemas']['WebhookFiltersInput']
export type CreateWebhookRequest = components['schemas']['CreateWebhookRequest']
export type WebhookSecret = components['schemas']['WebhookSecret']
export type CreatedWebhook = components['schemas']['CreatedWebhook']
export type WebhookChange = components['schemas']['WebhookChange']
export type UpdateWebhooksRequest = components['schemas']['UpdateWebhooksRequest']
export type UpdatedWebhooks = components['schemas']['UpdatedWebhooks']
export type UpdateWebhookRequest = components['schemas']['UpdateWebhookRequest']
export type EventId = components['schemas']['EventId']
export type DeliveryId = components['schemas']['DeliveryId']
export type WebhookDelivery = components['schemas']['WebhookDelivery']
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList']
export type ReplayWebhookEventsRequest = components['schemas']['ReplayWebhookEventsRequest']
export type ReplayId = components['schemas']['ReplayId']
export type WebhookReplay = components['schemas']['WebhookReplay']
export type RotateWebhookSecretRequest = components['schemas']['RotateWebhookSecretRequest']
export type RotatedWebhookSecret = components['schemas']['RotatedWebhookSecret']
export type SendTestEventRequest = components['schemas']['SendTestEventRequest']
export type Model = components['schemas']['Model']
export type ModelList = components['schemas']['ModelList']
export type ReportType = components['schemas']['ReportType']
export type TemplateSection = components['schemas']['TemplateSection']
export type Template = components['schemas']['Template']
export type TemplateList = components['schemas']['TemplateList']
export type ReportStatus = components['schemas']['ReportStatus']
export type ReportId = components['schemas']['ReportId']
export type ReportParameters = components['schemas']['ReportParameters']
export type ReportSummary = components['schemas']['ReportSummary']
export type ReportList = components['schemas']['ReportList']
export type ReportParametersInput = components['schemas']['ReportParametersInput']
export type CreateReportRequest = components['schemas']['CreateReportRequest']
export type ReportUnit = components['schemas']['ReportUnit']
export type ReportValue = components['schemas']['ReportValue']
export type ReportFigure = components['schemas']['ReportFigure']
export type ReportSeries = components['schemas']['ReportSeries']
export type ReportChart = components['schemas']['ReportChart']
export type ReportColumn = components['schemas']['ReportColumn']
export type ReportTable = components['schemas']['ReportTable']
export type ReportSection = components['schemas']['ReportSection']
export type ReportData = components['schemas']['ReportData']
export type ReportExportFailure = components['schemas']['ReportExportFailure']
export type Report = components['schemas']['Report']
export type ReportExportId = components['schemas']['ReportExportId']
export type ReportExport = components['schemas']['ReportExport']
export type ReportExportList = components['schemas']['ReportExportList']
export type CreateReportExportRequest = components['schemas']['CreateReportExportRequest']
export type OAuthClientId = components['schemas']['OAuthClientId']
export type OAuthClientName = components['schemas']['OAuthClientName']
export type RedirectUris = components['schemas']['RedirectUris']
export type Scope = components['schemas']['Scope']
export type OAuthClientScopes = components['schemas']['OAuthClientScopes']
export type OAuthClient = components['schemas']['OAuthClient']
export type OAuthClientList = components['schemas']['OAuthClientList']
export type CreateOAuthClientRequest = components['schemas']['CreateOAuthClientRequest']
export type OAuthClientWithSecret = components['schemas']['OAuthClientWithSecret']
export type UpdateOAuthClientRequest = components['schemas']['UpdateOAuthClientRequest']
export type RotateOAuthClientSecretRequest = components['schemas']['RotateOAuthClientSecretRequest']
export type OrganizationId = components['schemas']['OrganizationId']
export type OrganizationName = components['schemas']['OrganizationName']
export type Plan = components['schemas']['Plan']
export type WorkspaceId = components['schemas']['WorkspaceId']
export type Organization = components['schemas']['Organization']
export type UpdateOrganizationRequest = components['schemas']['UpdateOrganizationRequest']
export type MemberRole = components['schemas']['MemberRole']
export type MemberId = components['schemas']['MemberId']
export type MemberEmail = components['schemas']['MemberEmail']
export type Member = components['schemas']['Member']
export type MemberList = components['schemas']['MemberList']
export type InviteMemberRequest = components['schemas']['InviteMemberRequest']
export type InvitedMember = components['schemas']['InvitedMember']
export type UpdateMemberRequest = components['schemas']['UpdateMemberRequest']
export type ApiKeyId = components['schemas']['ApiKeyId']
export type ApiKeyName = components['schemas']['ApiKeyName']
export type ApiKeyScopes = components['schemas']['ApiKeyScopes']
export type ApiKey = components['schemas']['ApiKey']
export type ApiKeyList = components['schemas']['ApiKeyList']
export type CreateApiKeyRequest = components['schemas']['CreateApiKeyRequest']
export type CreatedApiKey = components['schemas']['CreatedApiKey']
export type UpdateApiKeyRequest = components['schemas']['UpdateApiKeyRequest']
export type RotateApiKeyRequest = components['schemas']['RotateApiKeyRequest']
export type Subscription = components['schemas']['Subscription']
export type AuditedOperation = components['schemas']['AuditedOperation']
export type AuditTargetId = components['schemas']['AuditTargetId']
export type CredentialId = components['schemas']['CredentialId']
export type AuditEntry = components['schemas']['AuditEntry']
export type AuditLog = components['schemas']['AuditLog']
export type PromptEventData = components['schemas']['PromptEventData']
export type EventMetadata = components['schemas']['EventMetadata']
export type PromptCreatedEvent = components['schemas']['PromptCreatedEvent']
export type PromptUpdatedEvent = components['schemas']['PromptUpdatedEvent']
export type PromptDeletedEvent = components['schemas']['PromptDeletedEvent']
export type PromptVersionEventData = components['schemas']['PromptVersionEventData']
export type PromptVersionCreatedEvent = components['schemas']['PromptVersionCreatedEvent']
export type PromptExecutionEventData = components['schemas']['PromptExecutionEventData']
export type PromptExecutedEvent = components['schemas']['PromptExecutedEvent']
export type ReportCreatedEvent = components['schemas']['ReportCreatedEvent']
export type ReportCompletedEvent = components['schemas']['ReportCompletedEvent']
export type ReportFailedEvent = components['schemas']['ReportFailedEvent']
export type ReportExportEventData = components['schemas']['ReportExportEventData']
export type ReportExportedEvent = components['schemas']['ReportExportedEvent']
export type EvaluationStartedEvent = components['schemas']['EvaluationStartedEvent']
export type EvaluationCompletedEvent = components['schemas']['EvaluationCompletedEvent']
export type EvaluationFailedEvent = components['schemas']['EvaluationFailedEvent']
export type EvaluationTestCompletedEvent = components['schemas']['EvaluationTestCompletedEvent']
export type MemberInvitedEvent = components['schemas']['MemberInvitedEvent']
export type MemberJoinedEvent = components['schemas']['MemberJoinedEvent']
export type MemberRemovedEvent = components['schemas']['MemberRemovedEvent']
export type SubscriptionEventData = components['schemas']['SubscriptionEventData']
export type SubscriptionUpdatedEvent = components['schemas']['SubscriptionUpdatedEvent']
