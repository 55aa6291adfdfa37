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
         * @description The template. `{{ name }}` is a variable whose name matches `[A-Za-z_][A-Za-z0-9_]{0,63}`. `\{{` is a literal `{{`. The block forms `{{#`, `{{/`, `{{>`, `{{^`, `{{&` and `{{!` are rejected. All other text stays as it is.
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
            /** @description The folder of the prompt; null at the root. */
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
        /** @description Tokens that the model counted. */
        ExecutionUsage: {
            /** @description Tokens of the rendered prompt. */
            inputTokens: number;
            /** @description Tokens of the output. */
            outputTokens: number;
            /** @description Both together. */
            totalTokens: number;
        };
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
        /**
         * @description Identifier of a report.
         * @example report_01m6eccfc0fzevwtbd9zqmvevj
         */
        ReportId: string;
        /**
         * @description Name of the report, one line; its title in the exports.
         * @example Welcome mail in October
         */
        ReportName: string;
        /**
         * @description Kind of report.
         * @enum {string}
         */
        ReportType: "evaluation_summary" | "version_comparison" | "prompt_usage" | "cost_latency";
        /**
         * @description Identifier of a report template.
         * @example template_01m3v7me00ek2v3mwbsax9r214
         */
        TemplateId: string;
        /** @description Identifier of an evaluation. */
        EvaluationId: string;
        /**
         * Format: date
         * @description A day in UTC.
         * @example 2026-10-31
         */
        ReportDay: string;
        /** @description Subject of the report. The `parametersSchema` of a template defines which of these apply. Absent properties are filled in when the report is generated. */
        ReportParameters: {
            promptId?: components["schemas"]["PromptId"];
            /** @description The versions to compare; the first is the baseline. */
            versions?: components["schemas"]["VersionNumber"][];
            evaluationId?: components["schemas"]["EvaluationId"];
            from?: components["schemas"]["ReportDay"];
            to?: components["schemas"]["ReportDay"];
        };
        /**
         * @description How far the report is.
         * @enum {string}
         */
        ReportStatus: "queued" | "generating" | "completed" | "failed";
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
        /**
         * @description Name of a run; one line, without control characters.
         * @example Welcome mail, version 2
         */
        EvaluationName: string;
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
        EqualsScorer: {
            /**
             * @description The kind of scorer.
             * @constant
             */
            type: "equals";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Checks whether the output contains a text. */
        ContainsScorer: {
            /**
             * @description The kind of scorer.
             * @constant
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
        ContainsAllScorer: {
            /**
             * @description The kind of scorer.
             * @constant
             */
            type: "containsAll";
            options: components["schemas"]["ListOptions"];
        };
        /** @description Checks whether the output contains at least one of the texts. */
        ContainsAnyScorer: {
            /**
             * @description The kind of scorer.
             * @constant
             */
            type: "containsAny";
            options: components["schemas"]["ListOptions"];
        };
        /** @description Checks whether the output begins with a text. */
        StartsWithScorer: {
            /**
             * @description The kind of scorer.
             * @constant
             */
            type: "startsWith";
            options?: components["schemas"]["TextOptions"];
        };
        /** @description Checks whether the output ends with a text. */
        EndsWithScorer: {
            /**
             * @description The kind of scorer.
             * @constant
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
        RegexScorer: {
            /**
             * @description The kind of scorer.
             * @constant
             */
            type: "regex";
            options: components["schemas"]["RegexOptions"];
        };
        /** @description Of `isJson`, which has none. */
        NoOptions: Record<string, never>;
        /** @description Checks whether the output is JSON. */
        IsJsonScorer: {
            /**
             * @description The kind of scorer.
             * @constant
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
        JsonSchemaScorer: {
            /**
             * @description The kind of scorer.
             * @constant
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
        JsonEqualsScorer: {
            /**
             * @description The kind of scorer.
             * @constant
             */
            type: "jsonEquals";
            options?: components["schemas"]["JsonEqualsOptions"];
        };
        /** @description Scores how little the output differs from a text. */
        LevenshteinScorer: {
            /**
             * @description The kind of scorer.
             * @constant
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
        NumericToleranceScorer: {
            /**
             * @description The kind of scorer.
             * @constant
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
        LatencyScorer: {
            /**
             * @description The kind of scorer.
             * @constant
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
        CostScorer: {
            /**
             * @description The kind of scorer.
             * @constant
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
        TokensScorer: {
            /**
             * @description The kind of scorer.
             * @constant
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
        FinishReasonScorer: {
            /**
             * @description The kind of scorer.
             * @constant
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
        LlmJudgeScorer: {
            /**
             * @description The kind of scorer.
             * @constant
             */
            type: "llmJudge";
            options: components["schemas"]["LlmJudgeOptions"];
        };
        /**
         * @description How an output is scored.
         * @enum {string}
         */
        ScorerType: "equals" | "contains" | "containsAll" | "containsAny" | "startsWith" | "endsWith" | "regex" | "isJson" | "jsonSchema" | "jsonEquals" | "levenshtein" | "numericTolerance" | "latency" | "cost" | "tokens" | "finishReason" | "llmJudge";
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
        /**
         * @description Permissions of a member. `viewer` reads all but the organization. `editor` reads everything and writes all but the organization. `admin` and `owner` have full access. Only owners can add owners.
         * @example editor
         * @enum {string}
         */
        MemberRole: "owner" | "admin" | "editor" | "viewer";
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
        /** @description Every event, distinguished by `type`. */
        WebhookEvent: components["schemas"]["PromptCreatedEvent"] | components["schemas"]["PromptUpdatedEvent"] | components["schemas"]["PromptDeletedEvent"] | components["schemas"]["PromptVersionCreatedEvent"] | components["schemas"]["PromptExecutedEvent"] | components["schemas"]["ReportCreatedEvent"] | components["schemas"]["ReportCompletedEvent"] | components["schemas"]["ReportFailedEvent"] | components["schemas"]["ReportExportedEvent"] | components["schemas"]["EvaluationStartedEvent"] | components["schemas"]["EvaluationCompletedEvent"] | components["schemas"]["EvaluationFailedEvent"] | components["schemas"]["EvaluationTestCompletedEvent"] | components["schemas"]["MemberInvitedEvent"] | components["schemas"]["MemberJoinedEvent"] | components["schemas"]["MemberRemovedEvent"] | components["schemas"]["SubscriptionUpdatedEvent"];
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
export type ReportId = components['schemas']['ReportId']
export type ReportName = components['schemas']['ReportName']
export type ReportType = components['schemas']['ReportType']
export type TemplateId = components['schemas']['TemplateId']
export type EvaluationId = components['schemas']['EvaluationId']
export type ReportDay = components['schemas']['ReportDay']
export type ReportParameters = components['schemas']['ReportParameters']
export type ReportStatus = components['schemas']['ReportStatus']
export type Failure = components['schemas']['Failure']
export type ReportSummary = components['schemas']['ReportSummary']
export type ReportCreatedEvent = components['schemas']['ReportCreatedEvent']
export type ReportCompletedEvent = components['schemas']['ReportCompletedEvent']
export type ReportFailedEvent = components['schemas']['ReportFailedEvent']
export type ReportExportEventData = components['schemas']['ReportExportEventData']
export type ReportExportedEvent = components['schemas']['ReportExportedEvent']
export type EvaluationName = components['schemas']['EvaluationName']
export type TextOptions = components['schemas']['TextOptions']
export type EqualsScorer = components['schemas']['EqualsScorer']
export type ContainsScorer = components['schemas']['ContainsScorer']
export type ListOptions = components['schemas']['ListOptions']
export type ContainsAllScorer = components['schemas']['ContainsAllScorer']
export type ContainsAnyScorer = components['schemas']['ContainsAnyScorer']
export type StartsWithScorer = components['schemas']['StartsWithScorer']
export type EndsWithScorer = components['schemas']['EndsWithScorer']
export type RegexOptions = components['schemas']['RegexOptions']
export type RegexScorer = components['schemas']['RegexScorer']
export type NoOptions = components['schemas']['NoOptions']
export type IsJsonScorer = components['schemas']['IsJsonScorer']
export type JsonSchemaOptions = components['schemas']['JsonSchemaOptions']
export type JsonSchemaScorer = components['schemas']['JsonSchemaScorer']
export type JsonEqualsOptions = components['schemas']['JsonEqualsOptions']
export type JsonEqualsScorer = components['schemas']['JsonEqualsScorer']
export type LevenshteinScorer = components['schemas']['LevenshteinScorer']
export type NumericToleranceOptions = components['schemas']['NumericToleranceOptions']
export type NumericToleranceScorer = components['schemas']['NumericToleranceScorer']
export type LatencyOptions = components['schemas']['LatencyOptions']
export type LatencyScorer = components['schemas']['LatencyScorer']
export type CostOptions = components['schemas']['CostOptions']
export type CostScorer = components['schemas']['CostScorer']
export type TokensOptions = components['schemas']['TokensOptions']
export type TokensScorer = components['schemas']['TokensScorer']
export type FinishReasonOptions = components['schemas']['FinishReasonOptions']
export type FinishReasonScorer = components['schemas']['FinishReasonScorer']
export type LlmJudgeOptions = components['schemas']['LlmJudgeOptions']
export type LlmJudgeScorer = components['schemas']['LlmJudgeScorer']
export type ScorerType = components['schemas']['ScorerType']
export type Scorer = components['schemas']['Scorer']
export type Concurrency = components['schemas']['Concurrency']
export type PassThreshold = components['schemas']['PassThreshold']
export type ResultCounts = components['schemas']['ResultCounts']
export type ScorePercentiles = components['schemas']['ScorePercentiles']
export type ScorerSummary = components['schemas']['ScorerSummary']
export type LatencySummary = components['schemas']['LatencySummary']
export type TokenSummary = components['schemas']['TokenSummary']
export type EvaluationSummary = components['schemas']['EvaluationSummary']
export type EvaluationReportParameters = components['schemas']['EvaluationReportParameters']
export type ReportFormat = components['schemas']['ReportFormat']
export type EvaluationReport = components['schemas']['EvaluationReport']
export type Evaluation = components['schemas']['Evaluation']
export type EvaluationStartedEvent = components['schemas']['EvaluationStartedEvent']
export type EvaluationCompletedEvent = components['schemas']['EvaluationCompletedEvent']
export type EvaluationFailedEvent = components['schemas']['EvaluationFailedEvent']
export type ResultId = components['schemas']['ResultId']
export type Score = components['schemas']['Score']
export type EvaluationResult = components['schemas']['EvaluationResult']
export type EvaluationTestCompletedEvent = components['schemas']['EvaluationTestCompletedEvent']
export type MemberId = components['schemas']['MemberId']
export type MemberEmail = components['schemas']['MemberEmail']
export type MemberRole = components['schemas']['MemberRole']
export type Member = components['schemas']['Member']
export type MemberInvitedEvent = components['schemas']['MemberInvitedEvent']
export type MemberJoinedEvent = components['schemas']['MemberJoinedEvent']
export type MemberRemovedEvent = components['schemas']['MemberRemovedEvent']
export type SubscriptionEventData = components['schemas']['SubscriptionEventData']
export type SubscriptionUpdatedEvent = components['schemas']['SubscriptionUpdatedEvent']
export type WebhookEvent = components['schemas']['WebhookEvent']
