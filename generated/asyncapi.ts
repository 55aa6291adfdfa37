// Made by `npm run generate` from asyncapi/asyncapi.yaml; change that instead.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Headers of every delivery. */
        DeliveryHeaders: {
            /** @description `t=<unix_seconds>,v1=<hex_digest>`: lowercase hexadecimal HMAC-SHA256, keyed with the webhook secret, of the timestamp, a full stop and the raw body. */
            "X-Service-Signature": string;
            /** @description When this attempt was signed, in Unix seconds; to be rejected when it differs from the clock by more than 300 seconds. */
            "X-Service-Timestamp": string;
        };
        /**
         * @description Identifier of an event, stable across retries: the basis for idempotency.
         * @example evt_01m6dzgg0tf63tvyjnfeshnt11
         */
        EventId: string;
        /**
         * @description The date of the API version that event payloads are built for.
         * @example 2026-11-01
         */
        ApiVersion: string;
        /**
         * Format: date-time
         * @description A moment in UTC, RFC 3339 with milliseconds.
         * @example 2026-11-02T09:30:00.000Z
         */
        Timestamp: string;
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
         * @description The template. `{{ name }}` stands for a variable whose name matches `[A-Za-z_][A-Za-z0-9_]{0,63}`; `\{{` is a literal `{{`. The block forms `{{#`, `{{/`, `{{>`, `{{^`, `{{&` and `{{!` are refused; anything else stays as it is.
         * @example Write a short welcome mail to {{customer}} in a {{tone}} tone.
         */
        PromptContent: string;
        /**
         * @description Identifier of a user; OAuth clients act as a service user of their own.
         * @example user_01m3v7me00fwmbq8eed7gnc6z7
         */
        UserId: string;
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
            /** @description The folder that holds the prompt; null at the root. */
            folderId: string | null;
            /** @description Number of the last published version; 0 while none is published. */
            version: number;
            updatedAt: components["schemas"]["Timestamp"];
            updatedBy: components["schemas"]["UserId"];
        };
        /**
         * @description Identifier of an organization.
         * @example org_01m3v7jkd0fbwa6x8bc1wf9daa
         */
        OrganizationId: string;
        /**
         * @description Identifier of a workspace; each organization has one default workspace.
         * @example ws_01m3v7jkd0e3g9dqs9vh1m40qw
         */
        WorkspaceId: string;
        /** @description The context of an event. */
        EventMetadata: {
            organizationId: components["schemas"]["OrganizationId"];
            workspaceId: components["schemas"]["WorkspaceId"];
            /**
             * @description What raised the event; `test` marks samples sent on request.
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
        /**
         * @description Names of the variables in the template, in order of appearance, each once.
         * @example [
         *       "customer",
         *       "tone"
         *     ]
         */
        VariableNames: string[];
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
            /** @description The folder that holds the prompt; null at the root. */
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
        /**
         * @description Identifier of an execution.
         * @example exec_01m6dztj1gf508gdxgxmagfksp
         */
        ExecutionId: string;
        /**
         * @description A published version by its number, or the draft.
         * @example 2
         */
        VersionSelector: components["schemas"]["VersionNumber"] | "draft";
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
        /** @description What the model counted. */
        ExecutionUsage: {
            /** @description Tokens of the rendered prompt. */
            inputTokens: number;
            /** @description Tokens of the output. */
            outputTokens: number;
            /** @description Both together. */
            totalTokens: number;
        };
        /** @description One thing that is wrong with a request. */
        Issue: {
            /**
             * @description Path of the offending member: `content`, `events[2]`, `variables.name`, `query.limit`, `header.If-Match`.
             * @example content
             */
            field: string;
            /**
             * @description What was received and what was expected.
             * @example is empty; expected 1 to 100000 characters
             */
            issue: string;
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
             * @description Who ran the model.
             * @example mock
             */
            provider: string;
            temperature: components["schemas"]["Temperature"];
            /**
             * @description How the execution ended.
             * @enum {string}
             */
            status: "succeeded" | "failed";
            /** @description What the model answered; null when it failed. */
            output: string | null;
            /** @description The template with the values filled in, as the model received it. */
            renderedPrompt: string;
            /**
             * @description Why the model stopped, in its own word; null when it failed.
             * @example stop
             */
            finishReason: string | null;
            /** @description What the model counted; null when it failed. */
            usage: components["schemas"]["ExecutionUsage"] | null;
            /** @description US dollars; null when the price of the model is not known. */
            cost: number | null;
            /** @description Milliseconds from the call of the model to its answer, retries included. */
            latencyMs: number;
            /** @description What looked wrong but did not stop the execution. */
            warnings: components["schemas"]["Issue"][];
            createdAt: components["schemas"]["Timestamp"];
            createdBy: components["schemas"]["UserId"];
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
            /** @description The folder that holds the prompt; null at the root. */
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
        /** @description Every event, told apart by `type`. */
        WebhookEvent: components["schemas"]["PromptCreatedEvent"] | components["schemas"]["PromptUpdatedEvent"] | components["schemas"]["PromptDeletedEvent"] | components["schemas"]["PromptVersionCreatedEvent"] | components["schemas"]["PromptExecutedEvent"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
export type DeliveryHeaders = components['schemas']['DeliveryHeaders']
export type EventId = components['schemas']['EventId']
export type ApiVersion = components['schemas']['ApiVersion']
export type Timestamp = components['schemas']['Timestamp']
export type PromptId = components['schemas']['PromptId']
export type PromptName = components['schemas']['PromptName']
export type PromptContent = components['schemas']['PromptContent']
export type UserId = components['schemas']['UserId']
export type PromptEventData = components['schemas']['PromptEventData']
export type OrganizationId = components['schemas']['OrganizationId']
export type WorkspaceId = components['schemas']['WorkspaceId']
export type EventMetadata = components['schemas']['EventMetadata']
export type PromptCreatedEvent = components['schemas']['PromptCreatedEvent']
export type PromptUpdatedEvent = components['schemas']['PromptUpdatedEvent']
export type PromptDeletedEvent = components['schemas']['PromptDeletedEvent']
export type PromptVersionId = components['schemas']['PromptVersionId']
export type VersionNumber = components['schemas']['VersionNumber']
export type VariableNames = components['schemas']['VariableNames']
export type PromptVersion = components['schemas']['PromptVersion']
export type PromptVersionEventData = components['schemas']['PromptVersionEventData']
export type PromptVersionCreatedEvent = components['schemas']['PromptVersionCreatedEvent']
export type ExecutionId = components['schemas']['ExecutionId']
export type VersionSelector = components['schemas']['VersionSelector']
export type ModelName = components['schemas']['ModelName']
export type Temperature = components['schemas']['Temperature']
export type ExecutionUsage = components['schemas']['ExecutionUsage']
export type Issue = components['schemas']['Issue']
export type Execution = components['schemas']['Execution']
export type PromptExecutionEventData = components['schemas']['PromptExecutionEventData']
export type PromptExecutedEvent = components['schemas']['PromptExecutedEvent']
export type WebhookEvent = components['schemas']['WebhookEvent']
