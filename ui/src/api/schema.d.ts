// The types of the API. Written by `npm run generate`; not to be changed by hand.
export interface paths {
    "/adapters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the adapter types. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Adapter"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adapters/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse to install an adapter. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InstallAdapterRequest"];
                };
            };
            responses: {
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adapters/{adapterType}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                adapterType: string;
            };
            cookie?: never;
        };
        /** Get an adapter type. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    adapterType: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Adapter"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Refuse to remove an adapter. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    adapterType: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Switch an adapter type on or off. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    adapterType: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateAdapterRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UpdateAdapterResponse"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/adapters/{adapterType}/config-schema": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                adapterType: string;
            };
            cookie?: never;
        };
        /** Get the form of an adapter's settings. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    adapterType: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdapterForm"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adapters/{adapterType}/reinstall": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                adapterType: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse to install an adapter again. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    adapterType: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adapters/{adapterType}/reload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                adapterType: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse to load an adapter again. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    adapterType: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adapters/{adapterType}/ui-parser.js": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                adapterType: string;
            };
            cookie?: never;
        };
        /** Say that an adapter brings no parser for the board. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    adapterType: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find people of the instance. */
        get: {
            parameters: {
                query?: {
                    /** @description A text in their names or addresses. */
                    query?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ListedUser"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{userId}/company-access": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        /** Say to which companies somebody belongs. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CompanyAccess"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        /** Have somebody belong to these companies and no others. */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetCompanyAccessRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CompanyAccess"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{userId}/demote-instance-admin": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have somebody look after the instance no more. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InstanceRole"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{userId}/promote-instance-admin": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have somebody look after the instance. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InstanceRole"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the agent that calls. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentDetail"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/inbox-lite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what the agent that calls has to do. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InboxItem"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/inbox/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what lies in a person's inbox, as the agent that calls sees it. */
        get: {
            parameters: {
                query: {
                    /** @description The person. */
                    userId: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ListedIssue"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the secrets that the calling run may read. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReadableSecrets"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/me/secrets/{key}/value": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a secret's value, as the run that calls was given it. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    key: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SecretValue"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        /** Get an agent. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentDetail"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete an agent. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change an agent. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateAgentRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/agents/{agentId}/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set what an agent may spend in a month. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetBudgetRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/agents/{agentId}/clear-error": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Forget how an agent's last run failed. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/config-revisions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        /** List an agent's revisions. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentConfigRevision"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/config-revisions/{revisionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
                revisionId: string;
            };
            cookie?: never;
        };
        /** Get a revision. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                    revisionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentConfigRevision"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/config-revisions/{revisionId}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
                revisionId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bring a revision back. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                    revisionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        /** Get an agent's configuration. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentConfiguration"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/diagnostics/wakes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        /** Tell what became of the wake-ups of an agent. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentWakeEvents"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/heartbeat/invoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let an agent beat now. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WakeupAnswer"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        /** List an agent's keys. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentKey"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Make a key. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateAgentKeyRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedAgentKey"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
                keyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                    keyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pause an agent, and wait until its runs have ended. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change what an agent may do. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdatePermissionsRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentDetail"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/agents/{agentId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume an agent. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/runtime-state": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        /** Get what an agent's runs left. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentRuntimeState"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/runtime-state/reset-session": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Forget an agent's sessions. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResetSessionRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ResetSessionResponse"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/task-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        /** List an agent's sessions. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentTaskSession"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/terminate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Terminate an agent, and wait until its runs and those of the agents below it have ended. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agentId}/wakeup": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Wake an agent. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WakeupRequest"];
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WakeupAnswer"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{approvalId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approvalId: string;
            };
            cookie?: never;
        };
        /** Get an approval. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    approvalId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{approvalId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approvalId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve. Doing so twice does nothing more. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    approvalId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DecideApprovalRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{approvalId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approvalId: string;
            };
            cookie?: never;
        };
        /** List what was said about an approval, oldest first. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    approvalId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApprovalComment"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Say something about an approval. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    approvalId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateApprovalCommentRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApprovalComment"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{approvalId}/issues": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approvalId: string;
            };
            cookie?: never;
        };
        /** List the issues of an approval. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    approvalId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Issue"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{approvalId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approvalId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject, and wait until what that ends has ended. Doing so twice does nothing more. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    approvalId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DecideApprovalRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{approvalId}/request-revision": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approvalId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Want another proposal. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    approvalId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DecideApprovalRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{approvalId}/resubmit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approvalId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit another proposal, or the same once more. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    approvalId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResubmitApprovalRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/{assetId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assetId: string;
            };
            cookie?: never;
        };
        /** Get what an image holds. */
        get: {
            parameters: {
                query?: {
                    /** @description `1` to keep it, rather than look at it. */
                    download?: string;
                };
                header?: never;
                path: {
                    assetId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/octet-stream": number[];
                    };
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/octet-stream": number[];
                    };
                };
                416: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachments/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                attachmentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an attachment. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    attachmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachments/{attachmentId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                attachmentId: string;
            };
            cookie?: never;
        };
        /** Get what an attachment holds, or the part of it that `Range` asks for. */
        get: {
            parameters: {
                query?: {
                    /** @description `1` to keep it, rather than look at it. */
                    download?: string;
                };
                header?: never;
                path: {
                    attachmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/octet-stream": number[];
                    };
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/octet-stream": number[];
                    };
                };
                416: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the session with which one calls. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CurrentSession"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what is known of oneself. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Profile"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change what is known of oneself. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateProfileRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Profile"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List where one is signed in. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign out somewhere else. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SignInRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
                    };
                };
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuthRefusal"];
                    };
                };
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuthRefusal"];
                    };
                };
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuthRefusal"];
                    };
                };
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuthRefusal"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign out. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedOut"];
                    };
                };
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuthRefusal"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-up/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an account, and sign in. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SignUpRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
                    };
                };
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuthRefusal"];
                    };
                };
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuthRefusal"];
                    };
                };
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuthRefusal"];
                    };
                };
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuthRefusal"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/board-api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one's keys. */
        get: {
            parameters: {
                query?: {
                    /** @description Also those that open nothing any more. */
                    includeInactive?: boolean;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BoardKey"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Make a key that acts as oneself. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateBoardKeyRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedBoardKey"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/board-api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key of one's own. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    keyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RevokedBoardKey"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bootstrap/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Look after an instance that nobody looks after. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Claimed"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cli-auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say who one is. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WhoAmI"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cli-auth/revoke-current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke the key with which one calls. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RevokedOwnKey"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the companies within reach. */
        get: {
            parameters: {
                query?: {
                    /** @description `accessible`, or nothing. */
                    scope?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Company"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Make a company. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateCompanyRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Company"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell a client that lost its company where issues are. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell how much each company has. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: components["schemas"]["CompanyStats"];
                        };
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Get a company. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Company"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Remove a company with everything in it. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change a company. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateCompanyRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Company"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/companies/{companyId}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List what happened in a company, newest first. */
        get: {
            parameters: {
                query?: {
                    /** @description Those that this agent caused. */
                    agentId?: string;
                    /** @description Those about this kind of thing. */
                    entityType?: components["schemas"]["EntityType"];
                    /** @description Those about this thing. */
                    entityId?: string;
                    /** @description How many at most. */
                    limit?: number;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ActivityEntry"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Write an entry on somebody's behalf. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateActivityRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ActivityEntry"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/adapters/{adapterType}/detect-model": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                adapterType: string;
            };
            cookie?: never;
        };
        /** Say which model is set up on this machine for a type: none that this server knows of. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                    adapterType: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdapterModel"] | null;
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/adapters/{adapterType}/models": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                adapterType: string;
            };
            cookie?: never;
        };
        /** List the models that a company's agents of a type can choose from. */
        get: {
            parameters: {
                query?: {
                    /** @description Those in this environment. */
                    environmentId?: components["schemas"]["RowId"];
                };
                header?: never;
                path: {
                    companyId: string;
                    adapterType: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdapterModel"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/adapters/{adapterType}/test-environment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                adapterType: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try the settings of an adapter. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                    adapterType: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestEnvironmentRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestEnvironmentResponse"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/agent-configurations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List the configurations of a company's agents. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentConfiguration"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/agent-hires": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hire an agent, or ask the board to where it wants to be asked. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["HireAgentRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Hire"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List a company's agents. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Hire an agent. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateAgentRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List a company's approvals, newest first. */
        get: {
            parameters: {
                query?: {
                    /** @description Only those that stand so. */
                    status?: components["schemas"]["ApprovalStatus"];
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Ask the board for something. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateApprovalRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put a company away, and wait until its runs have ended. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Company"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/assets/images": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Keep an image, or another file that stands in a company's texts. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": components["schemas"]["FileForm"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Asset"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change how a company looks. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateCompanyBrandingRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Company"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/companies/{companyId}/budget-incidents/{incidentId}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                incidentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deal with what happened at a limit. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                    incidentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResolveIncidentRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BudgetIncident"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set what a company may spend in a month. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetBudgetRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Company"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/companies/{companyId}/budgets/overview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Show a company's limits, and what happened at them. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BudgetOverview"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/budgets/policies": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a limit. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetPolicyRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BudgetPolicy"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/cost-events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report a cost. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateCostEventRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CostEvent"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/by-agent": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum up what each agent cost. */
        get: {
            parameters: {
                query?: {
                    /** @description The first moment; a date is its midnight, by UTC. */
                    from?: string;
                    /** @description The last moment; a date is its midnight, by UTC. */
                    to?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CostByAgent"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/by-agent-model": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum up what each agent cost with each model. */
        get: {
            parameters: {
                query?: {
                    /** @description The first moment; a date is its midnight, by UTC. */
                    from?: string;
                    /** @description The last moment; a date is its midnight, by UTC. */
                    to?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CostByAgentModel"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/by-biller": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum up what is owed to whom. */
        get: {
            parameters: {
                query?: {
                    /** @description The first moment; a date is its midnight, by UTC. */
                    from?: string;
                    /** @description The last moment; a date is its midnight, by UTC. */
                    to?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CostByBiller"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/by-project": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum up what each project cost. */
        get: {
            parameters: {
                query?: {
                    /** @description The first moment; a date is its midnight, by UTC. */
                    from?: string;
                    /** @description The last moment; a date is its midnight, by UTC. */
                    to?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CostByProject"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/by-provider": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum up what each provider's models cost. */
        get: {
            parameters: {
                query?: {
                    /** @description The first moment; a date is its midnight, by UTC. */
                    from?: string;
                    /** @description The last moment; a date is its midnight, by UTC. */
                    to?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CostByProvider"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/finance-by-biller": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum up bookings of money by biller. */
        get: {
            parameters: {
                query?: {
                    /** @description The first moment; a date is its midnight, by UTC. */
                    from?: string;
                    /** @description The last moment; a date is its midnight, by UTC. */
                    to?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FinanceByBiller"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/finance-by-kind": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum up bookings of money by kind. */
        get: {
            parameters: {
                query?: {
                    /** @description The first moment; a date is its midnight, by UTC. */
                    from?: string;
                    /** @description The last moment; a date is its midnight, by UTC. */
                    to?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FinanceByKind"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/finance-events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List bookings of money. */
        get: {
            parameters: {
                query?: {
                    /** @description The first moment; a date is its midnight, by UTC. */
                    from?: string;
                    /** @description The last moment; a date is its midnight, by UTC. */
                    to?: string;
                    /** @description How many, from 1 to 500; 100 unless told. */
                    limit?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FinanceEvent"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/finance-summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum up bookings of money. */
        get: {
            parameters: {
                query?: {
                    /** @description The first moment; a date is its midnight, by UTC. */
                    from?: string;
                    /** @description The last moment; a date is its midnight, by UTC. */
                    to?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FinanceSummary"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/quota-windows": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Tell how much of providers' plans is used. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProviderQuota"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/series": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum up what was spent in each hour, day or month. */
        get: {
            parameters: {
                query?: {
                    /** @description How long each sum is: `hour`, `day` or `month`; a day where nothing is said. */
                    bucket?: string;
                    /** @description The first moment; a date is its midnight, by UTC. The beginning of the month where nothing is said. */
                    from?: string;
                    /** @description The last moment; a date is its midnight, by UTC. Now where nothing is said. */
                    to?: string;
                    /** @description Of this agent alone. */
                    agentId?: string;
                    /** @description Of this project alone. */
                    projectId?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CostSeries"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum up what a company spent. */
        get: {
            parameters: {
                query?: {
                    /** @description The first moment; a date is its midnight, by UTC. */
                    from?: string;
                    /** @description The last moment; a date is its midnight, by UTC. */
                    to?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CostSummary"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/costs/window-spend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum up what was spent in the last hours and days. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WindowSpend"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Sum a company up. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Dashboard"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List environments. */
        get: {
            parameters: {
                query?: {
                    /** @description Those with this status. */
                    status?: components["schemas"]["EnvironmentStatus"];
                    /** @description Those of this kind. */
                    driver?: components["schemas"]["EnvironmentDriver"];
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Environment"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Make an environment. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateEnvironmentRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Environment"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/environments/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Say what can be done where. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EnvironmentCapabilities"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/environments/probe-config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try settings before they are saved. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProbeConfigRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EnvironmentProbe"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/events/ws": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /**
         * Listen to a company's events over a WebSocket; `?after=<seq>` goes on behind that event, and with
         *     `?heartbeat=1` a message tells now and then that the line is alive.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                101: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/finance-events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Book money that is no cost of a model. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateFinanceEventRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FinanceEvent"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/goals": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List a company's goals. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Goal"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Set a goal. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateGoalRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Goal"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/heartbeat-runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List a company's runs. */
        get: {
            parameters: {
                query?: {
                    /** @description Those of this agent. */
                    agentId?: components["schemas"]["AgentId"];
                    /** @description Those about this issue. */
                    issueId?: components["schemas"]["IssueId"];
                    /** @description Those that stand so. */
                    status?: components["schemas"]["RunStatus"];
                    /** @description So many at most, 1 to 1000. */
                    limit?: number;
                    /** @description Whether less is told of each; all lists do. */
                    summary?: boolean;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Run"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Get what waits for the caller, and was not put away. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Inbox"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/inbox-dismissals": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List what the caller dismissed, the last changed first. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InboxDismissal"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Take an item out of the caller's inbox, for good or for a while. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateInboxDismissalRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InboxDismissal"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/inbox-dismissals/{itemKey}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                itemKey: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Put an item back into the caller's inbox. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                    itemKey: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/issues": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /**
         * List a company's issues. With `view=row`, `X-Wireclip-Continue-After` says behind which place
         *     the list goes on (`after`), and with the first page `X-Wireclip-Total` how many there are and
         *     `X-Wireclip-Counts` how many of each status (`todo=3, done=9`).
         */
        get: {
            parameters: {
                query?: {
                    /** @description Those in one of these statuses; words that are no status match nothing. */
                    status?: components["schemas"]["IssueStatus"][];
                    /** @description Those of this agent; `null` for those of none. */
                    assigneeAgentId?: string;
                    /** @description Those of this person; `me` for the caller, as in all that follow. */
                    assigneeUserId?: string;
                    /** @description Those that this person made, has, read or commented on. */
                    touchedByUserId?: string;
                    /** @description Those that this person has not archived. */
                    inboxArchivedByUserId?: string;
                    /** @description Those with something that this person has not read. */
                    unreadForUserId?: string;
                    /** @description Those that this agent made, has or commented on. */
                    participantAgentId?: components["schemas"]["AgentId"];
                    /** @description Those of this project. */
                    projectId?: components["schemas"]["ProjectId"];
                    /** @description Those of this place. */
                    workspaceId?: components["schemas"]["ProjectWorkspaceId"];
                    /** @description Those of this workspace. */
                    executionWorkspaceId?: components["schemas"]["RowId"];
                    /** @description Those right below this issue. */
                    parentId?: components["schemas"]["IssueId"];
                    /** @description Those anywhere below this issue. */
                    descendantOf?: components["schemas"]["IssueId"];
                    /** @description Those that runs of this issue made. */
                    createdFromIssueId?: components["schemas"]["IssueId"];
                    /** @description Those with this label. */
                    labelId?: components["schemas"]["LabelId"];
                    /** @description Those that this made. */
                    originKind?: string;
                    /** @description Those that something of this beginning made. */
                    originKindPrefix?: string;
                    /** @description Those that this one made. */
                    originId?: string;
                    /** @description Whether those that routines made are left out. */
                    excludeRoutineExecutions?: boolean;
                    /** @description Whether those that plugins made for themselves are there. */
                    includePluginOperations?: boolean;
                    /** @description Whether each tells what it waits for. */
                    includeBlockedBy?: boolean;
                    /** @description Whether they have a plan. */
                    hasPlanDocument?: boolean;
                    /** @description Those that need this attention. */
                    attention?: "blocked";
                    /** @description Those that changed since. */
                    updatedSince?: components["schemas"]["Timestamp"];
                    /** @description Those whose texts have these words. */
                    q?: string;
                    /** @description How much of each is told. */
                    view?: "compact" | "row";
                    /** @description By what they are ordered. */
                    sortField?: "updated" | "id";
                    /** @description In which direction. */
                    sortDir?: "asc" | "desc";
                    /** @description How many; 500 by default, 1000 at most; of rows 100 and 500. */
                    limit?: number;
                    /** @description How many to pass over; 1,000,000 at most. */
                    offset?: number;
                    /** @description Those after this one, by id. */
                    afterId?: components["schemas"]["IssueId"];
                    /** @description Those behind this place, as the page before told it in `X-Wireclip-Continue-After`; rows only. */
                    after?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueList"];
                    };
                };
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Make an issue. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateIssueRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedIssue"];
                    };
                };
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedIssue"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/issues/count": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Count a company's issues. */
        get: {
            parameters: {
                query?: {
                    /** @description Those in one of these statuses; words that are no status match nothing. */
                    status?: components["schemas"]["IssueStatus"][];
                    /** @description Those of this agent; `null` for those of none. */
                    assigneeAgentId?: string;
                    /** @description Those of this person; `me` for the caller, as in all that follow. */
                    assigneeUserId?: string;
                    /** @description Those that this person made, has, read or commented on. */
                    touchedByUserId?: string;
                    /** @description Those that this person has not archived. */
                    inboxArchivedByUserId?: string;
                    /** @description Those with something that this person has not read. */
                    unreadForUserId?: string;
                    /** @description Those that this agent made, has or commented on. */
                    participantAgentId?: components["schemas"]["AgentId"];
                    /** @description Those of this project. */
                    projectId?: components["schemas"]["ProjectId"];
                    /** @description Those of this place. */
                    workspaceId?: components["schemas"]["ProjectWorkspaceId"];
                    /** @description Those of this workspace. */
                    executionWorkspaceId?: components["schemas"]["RowId"];
                    /** @description Those right below this issue. */
                    parentId?: components["schemas"]["IssueId"];
                    /** @description Those anywhere below this issue. */
                    descendantOf?: components["schemas"]["IssueId"];
                    /** @description Those that runs of this issue made. */
                    createdFromIssueId?: components["schemas"]["IssueId"];
                    /** @description Those with this label. */
                    labelId?: components["schemas"]["LabelId"];
                    /** @description Those that this made. */
                    originKind?: string;
                    /** @description Those that something of this beginning made. */
                    originKindPrefix?: string;
                    /** @description Those that this one made. */
                    originId?: string;
                    /** @description Whether those that routines made are left out. */
                    excludeRoutineExecutions?: boolean;
                    /** @description Whether those that plugins made for themselves are there. */
                    includePluginOperations?: boolean;
                    /** @description Whether each tells what it waits for. */
                    includeBlockedBy?: boolean;
                    /** @description Whether they have a plan. */
                    hasPlanDocument?: boolean;
                    /** @description Those that need this attention. */
                    attention?: "blocked";
                    /** @description Those that changed since. */
                    updatedSince?: components["schemas"]["Timestamp"];
                    /** @description Those whose texts have these words. */
                    q?: string;
                    /** @description How much of each is told. */
                    view?: "compact" | "row";
                    /** @description By what they are ordered. */
                    sortField?: "updated" | "id";
                    /** @description In which direction. */
                    sortDir?: "asc" | "desc";
                    /** @description How many; 500 by default, 1000 at most; of rows 100 and 500. */
                    limit?: number;
                    /** @description How many to pass over; 1,000,000 at most. */
                    offset?: number;
                    /** @description Those after this one, by id. */
                    afterId?: components["schemas"]["IssueId"];
                    /** @description Those behind this place, as the page before told it in `X-Wireclip-Continue-After`; rows only. */
                    after?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueCount"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/issues/{issueId}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                issueId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Attach a file to an issue. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": components["schemas"]["FileForm"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Attachment"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List a company's labels. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Label"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Make a label. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateLabelRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Label"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/live-runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List the runs of a company that go on. */
        get: {
            parameters: {
                query?: {
                    /** @description So many at most. */
                    limit?: number;
                    /** @description If there are fewer, the newest others follow. */
                    minCount?: number;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NamedRun"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/logo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Keep an image that may become a company's mark. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": components["schemas"]["FileForm"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Asset"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List who belongs to a company. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Members"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                memberId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change what a member is, or whether they take part. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                    memberId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateMemberRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Member"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/companies/{companyId}/members/{memberId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                memberId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change what a member was given. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                    memberId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateMemberPermissionsRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Member"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/companies/{companyId}/members/{memberId}/role-and-grants": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                memberId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change what a member is and was given, at once. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                    memberId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateMemberRoleAndGrantsRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Member"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/companies/{companyId}/org": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Get who reports to whom. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrgNode"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/org.svg": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Draw who reports to whom. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List a company's projects. */
        get: {
            parameters: {
                query?: {
                    /** @description Whether archived ones are wanted as well. */
                    includeArchived?: boolean;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ListedProject"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Make a project. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateProjectRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Project"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/resource-memberships/me": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Get the caller's relations in a company. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ResourceMemberships"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/resource-memberships/me/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                agentId: string;
            };
            cookie?: never;
        };
        get?: never;
        /** Join, leave or star an agent. */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                    agentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateResourceMembershipRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ResourceMembership"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/resource-memberships/me/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                projectId: string;
            };
            cookie?: never;
        };
        get?: never;
        /** Join, leave or star a project. */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                    projectId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateResourceMembershipRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ResourceMembership"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/search": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Search a company's issues, comments, agents and projects. */
        get: {
            parameters: {
                query?: {
                    /** @description The words. */
                    q?: string;
                    /** @description Where. */
                    scope?: components["schemas"]["SearchScope"];
                    /** @description In which order. */
                    sort?: components["schemas"]["SearchSort"];
                    /** @description Issues in one of these statuses only. */
                    status?: components["schemas"]["IssueStatus"][];
                    /** @description Issues of one of these priorities only. */
                    priority?: components["schemas"]["IssuePriority"][];
                    /** @description Issues of this agent only; the inner nothing for nobody's. */
                    assigneeAgentId?: string;
                    /** @description Issues of this person only. */
                    assigneeUserId?: string;
                    /** @description Issues of this project only. */
                    projectId?: components["schemas"]["ProjectId"];
                    /** @description Issues that changed within at most this many hours. */
                    updatedWithinHours?: number;
                    /** @description How many; 20 by default, 50 at most. */
                    limit?: number;
                    /** @description How many to pass over. */
                    offset?: number;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SearchAnswer"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/search/extract": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Find the places of a text in everything that a company wrote; not built. */
        get: {
            parameters: {
                query?: {
                    /** @description The text. */
                    contains?: string;
                };
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                501: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** List a company's secrets, without their values. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CompanySecret"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Make a secret. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateSecretRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CompanySecret"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/sidebar-badges": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Count what asks for the caller. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SidebarBadges"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/sidebar-preferences/me": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /** Get the order in which the caller sees a company's projects. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SidebarPreferences"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        /** Choose the order in which the caller sees a company's projects. */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateSidebarPreferencesRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SidebarPreferences"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{companyId}/ui-bootstrap": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        /**
         * Get what the pages of a company need before they show anything. Each part is what its own
         *     address answers. The company may be named by its issue prefix as well.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    companyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UiBootstrap"];
                    };
                };
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environment-custom-image-setup-sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        /** Look at a session, with the way into its sandbox. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ShownSetupSession"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environment-custom-image-setup-sessions/{sessionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a session up. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CancelSetupRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CustomImageSetupSession"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environment-custom-image-setup-sessions/{sessionId}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Capture a session's sandbox. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FinishSetupRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FinishedSetupSession"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environment-custom-image-setup-sessions/{sessionId}/terminal-session-token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a token that opens terminals of a session's sandbox. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NothingRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TerminalSessionToken"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environment-custom-image-setup-sessions/{sessionId}/terminal/ws": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        /** Work in a terminal of a session's sandbox. The first message shows the token. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                101: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environment-leases/{leaseId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                leaseId: string;
            };
            cookie?: never;
        };
        /** Get what a company holds of an environment. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    leaseId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EnvironmentLease"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environment-leases/{leaseId}/let-go": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                leaseId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let go of a place that nobody works in, with what is in it. Ours. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    leaseId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EnvironmentLease"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environments/{environmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        /** Get an environment. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Environment"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete an environment. */
        delete: {
            parameters: {
                query?: {
                    /** @description Whether sandboxes that wait to be used again may go. */
                    destroyReusableSandboxLeases?: boolean;
                };
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RemovedEnvironment"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change an environment. */
        patch: {
            parameters: {
                query?: {
                    /** @description The company. */
                    companyId?: components["schemas"]["CompanyId"];
                };
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateEnvironmentRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UpdatedEnvironment"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/environments/{environmentId}/custom-image-setup-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have a sandbox made to be set up, and be let in. */
        post: {
            parameters: {
                query?: {
                    /** @description The company. */
                    companyId?: components["schemas"]["CompanyId"];
                };
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StartSetupRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ShownSetupSession"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environments/{environmentId}/custom-image-template": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        /** Say what there is of an environment's custom image. */
        get: {
            parameters: {
                query?: {
                    /** @description The company. */
                    companyId?: components["schemas"]["CompanyId"];
                };
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CustomImage"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Disable an environment's custom image. */
        delete: {
            parameters: {
                query?: {
                    /** @description The company. */
                    companyId?: components["schemas"]["CompanyId"];
                    /** @description Whether its provider removes it. */
                    deleteProviderTemplate?: boolean;
                };
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CustomImageTemplate"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environments/{environmentId}/custom-image-template/relink": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a custom image go on with the environment's settings as they are. */
        post: {
            parameters: {
                query?: {
                    /** @description The company. */
                    companyId?: components["schemas"]["CompanyId"];
                };
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RelinkTemplateRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CustomImageReconciliation"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environments/{environmentId}/custom-image-template/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bring the custom image before back. */
        post: {
            parameters: {
                query?: {
                    /** @description The company. */
                    companyId?: components["schemas"]["CompanyId"];
                };
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NothingRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RolledBackTemplate"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environments/{environmentId}/delete-blast-radius": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        /** Say what deleting an environment would do. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BlastRadius"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environments/{environmentId}/leases": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        /** List what companies hold of an environment. */
        get: {
            parameters: {
                query?: {
                    /** @description Those with this status. */
                    status?: components["schemas"]["LeaseStatus"];
                };
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EnvironmentLease"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environments/{environmentId}/probe": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try an environment. */
        post: {
            parameters: {
                query?: {
                    /** @description The company. */
                    companyId?: components["schemas"]["CompanyId"];
                };
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EnvironmentProbe"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/environments/{environmentId}/secret-refs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        /** List the secrets that an environment's settings name. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    environmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EnvironmentSecretRefs"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/goals/{goalId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                goalId: string;
            };
            cookie?: never;
        };
        /** Get a goal. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    goalId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Goal"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Remove a goal. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    goalId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Goal"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change a goal. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    goalId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateGoalRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Goal"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say how far the server has come. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Health"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/heartbeat-runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        /** Get a run. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    runId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Run"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/heartbeat-runs/{runId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a run, and wait until it has ended. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    runId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Run"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/heartbeat-runs/{runId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        /** List what a run noted. */
        get: {
            parameters: {
                query?: {
                    /** @description Those after this number. */
                    afterSeq?: number;
                    /** @description So many at most. */
                    limit?: number;
                };
                header?: never;
                path: {
                    runId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RunEvent"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/heartbeat-runs/{runId}/issues": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        /** List the issues that a run was about or wrote to. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    runId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RunIssue"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/heartbeat-runs/{runId}/log": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        /** Read a part of a run's log. */
        get: {
            parameters: {
                query?: {
                    /** @description From which byte on. */
                    offset?: number;
                    /** @description So many bytes at most. */
                    limitBytes?: number;
                };
                header?: never;
                path: {
                    runId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RunLog"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/heartbeat-runs/{runId}/page": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        /** Get what a run's page shows first: the run, its issues, and what it noted. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    runId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RunPage"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what the whole instance is set to. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InstanceSettings"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set something for the whole instance. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateInstanceSettingsRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InstanceSettings"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say that lists of issues are a company's. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** Get an issue, by its id or identifier. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueDetail"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Remove an issue with all that belongs to it. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Issue"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change an issue. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateIssueRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UpdatedIssue"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/issues/{issueId}/active-run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** Get the run that is at work on an issue, or next. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NamedRun"] | null;
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** List what happened to an issue, newest first. */
        get: {
            parameters: {
                query?: {
                    /** @description How many at most. */
                    limit?: number;
                };
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ActivityEntry"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/admin/force-release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the claim on an issue, whoever holds it. */
        post: {
            parameters: {
                query?: {
                    /** @description Whether the issue is taken from its agent as well. */
                    clearAssignee?: boolean;
                };
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForceReleased"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** List the approvals of an issue, newest first. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Link an issue to an approval; answers with all of the issue's. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LinkApprovalRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/approvals/{approvalId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                approvalId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take an issue off an approval. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    approvalId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** List an issue's attachments, newest first. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Attachment"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an issue for an agent. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CheckoutRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Issue"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/children": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an issue below another. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateChildRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedIssue"];
                    };
                };
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedIssue"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /**
         * List an issue's comments. A page that ends early, because of its size, names its last comment
         *     in `X-Wireclip-Continue-After`: the value of `after` for the next.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `asc` for the oldest first; anything else is the newest first. */
                    order?: string;
                    /** @description Only what comes behind this comment, in that order. */
                    after?: string;
                    /** @description How many, up to 500. */
                    limit?: number;
                };
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Comment"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Say something on an issue. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateCommentRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Comment"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                commentId: string;
            };
            cookie?: never;
        };
        /** Get a comment. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    commentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Comment"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Take back a comment. It stays in the list, with a mark and without its text. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    commentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Comment"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/cost-summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** Sum up what an issue and all below it cost. */
        get: {
            parameters: {
                query?: {
                    /** @description Whether the issue itself is left out, and only what is below it told. */
                    excludeRoot?: boolean;
                };
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueCostSummary"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/diagnostics/blockers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** Say what an issue waits for. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BlockerDiagnosis"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/diagnostics/wakes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** Tell what became of the wake-ups for an issue. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WakeEvents"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** List an issue's documents, with their texts. */
        get: {
            parameters: {
                query?: {
                    /** @description Whether those are listed that the system keeps for itself. */
                    includeSystem?: boolean;
                };
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueDocument"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/documents/{documentKey}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                documentKey: string;
            };
            cookie?: never;
        };
        /** Get a document of an issue. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueDocument"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        /**
         * Write a document of an issue: begin it, or make its next revision from the latest. What an agent
         *     writes to a locked one is kept beside it, under another name.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WriteDocumentRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueDocument"];
                    };
                };
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueDocument"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        post?: never;
        /** Remove a document of an issue, with its history. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/documents/{documentKey}/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                documentKey: string;
            };
            cookie?: never;
        };
        /** List the talks about passages of a document, oldest first. */
        get: {
            parameters: {
                query?: {
                    /** @description Only those that stand so: `open` or `resolved`. */
                    status?: string;
                    /** @description Whether what was said is told, too. */
                    includeComments?: boolean;
                };
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Annotation"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Begin to talk about a passage of a document. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AnnotateRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Annotation"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/documents/{documentKey}/annotations/{annotationId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                documentKey: string;
                annotationId: string;
            };
            cookie?: never;
        };
        /** Get a talk about a passage. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                    annotationId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Annotation"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Settle a talk about a passage, or open it again. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                    annotationId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SettleAnnotationRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Annotation"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/issues/{issueId}/documents/{documentKey}/annotations/{annotationId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                documentKey: string;
                annotationId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say something about a passage. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                    annotationId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AnnotationCommentRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AnnotationComment"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/documents/{documentKey}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                documentKey: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Keep everybody from changing a document. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueDocument"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/documents/{documentKey}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                documentKey: string;
            };
            cookie?: never;
        };
        /**
         * List a document's revisions, latest first. A page that ends early names the number of its last one in
         *     `X-Wireclip-Continue-After`: the value of `before` for the next.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only those with a smaller number: how a list goes on that ended early. */
                    before?: number;
                };
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentRevision"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/documents/{documentKey}/revisions/{revisionId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                documentKey: string;
                revisionId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an older revision the latest again, as a new one. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                    revisionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueDocument"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/documents/{documentKey}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                documentKey: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a document be changed again. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    documentKey: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueDocument"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/execution": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** Get how an issue is executed. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssueExecution"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/heartbeat-context": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** Get all that an agent has to know of its issue. */
        get: {
            parameters: {
                query?: {
                    /** @description The comment that woke it. */
                    wakeCommentId?: components["schemas"]["CommentId"];
                };
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HeartbeatContext"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/inbox-archive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put an issue away from the inbox. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InboxArchive"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        /** Take an issue back into the inbox. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReturnedToInbox"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/live-runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** List the runs about an issue that go on. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NamedRun"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/page": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /**
         * Get what an issue's page shows first: the issue, its newest comments, what happened to it, its
         *     runs, and its files.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssuePage"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/queued-comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** List the messages that wait on an issue. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CommentQueue"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/queued-comments/order": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        get?: never;
        /** Put waiting messages in another order. */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OrderQueuedCommentsRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CommentQueue"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/queued-comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                commentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take back a waiting message. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    commentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SeenQueue"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CommentQueue"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change what a waiting message says. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    commentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EditQueuedCommentRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CommentQueue"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/issues/{issueId}/read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark an issue as read. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReadState"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        /** Mark an issue as unread. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Unread"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/recovery-actions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** List what keeps an issue from going on by itself. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveryActions"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/recovery-actions/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Settle what keeps an issue from going on by itself. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResolveRecoveryRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ResolvedRecovery"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give an issue back. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Issue"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** List the runs about an issue. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RunOfIssue"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/tree-control/preview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say what a control would do to an issue and all below it. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PreviewTreeHoldRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TreePreview"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/tree-control/state": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** Say what holds an issue. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TreeControlState"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/tree-holds": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
            };
            cookie?: never;
        };
        /** List the holds that were made on an issue, oldest first. */
        get: {
            parameters: {
                query?: {
                    /** @description Only those that stand so. */
                    status?: components["schemas"]["TreeHoldStatus"];
                    /** @description Only those of this mode. */
                    mode?: components["schemas"]["TreeMode"];
                    /** @description Whether their members come along. */
                    includeMembers?: boolean;
                };
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TreeHold"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Pause, resume, cancel or restore an issue with all below it, and wait until what that stops has
         *     ended.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateTreeHoldRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MadeTreeHold"];
                    };
                };
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MadeTreeHold"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/tree-holds/{holdId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                holdId: string;
            };
            cookie?: never;
        };
        /** Get a hold, with how its issues stood. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    holdId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TreeHold"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues/{issueId}/tree-holds/{holdId}/release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                issueId: string;
                holdId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a hold. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    issueId: string;
                    holdId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReleaseTreeHoldRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TreeHold"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/labels/{labelId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                labelId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a label, also from the issues that have it. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    labelId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Label"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms/agent-configuration.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how agents are set up. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms/agent-configuration/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        /** Read what the settings of an adapter are. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    file: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms/agent-icons.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which icons an agent can have. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what is counted of this server, in the text format of Prometheus. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe the API as an OpenAPI document. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        /** Get a project, by its id or by its name. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    projectId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Project"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Remove a project. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    projectId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Project"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change a project. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    projectId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateProjectRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Project"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/projects/{projectId}/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        /** List a project's workspaces. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    projectId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProjectWorkspace"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Add a workspace to a project. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    projectId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateWorkspaceRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProjectWorkspace"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{projectId}/workspaces/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                workspaceId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a workspace. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    projectId: string;
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProjectWorkspace"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change a workspace. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    projectId: string;
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateWorkspaceRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProjectWorkspace"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secretId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a secret with all its values. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    secretId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change what is said of a secret, or whether it may be read. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    secretId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateSecretRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CompanySecret"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/secrets/{secretId}/access-events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secretId: string;
            };
            cookie?: never;
        };
        /** List the runs that asked for a secret, the newest first; 200 at most. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    secretId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SecretAccessEvent"][];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/{secretId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secretId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a secret another value. Runs that start from now on get it. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    secretId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RotateSecretRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CompanySecret"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/{secretId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secretId: string;
            };
            cookie?: never;
        };
        /** List what names a secret. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    secretId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SecretUsage"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sidebar-preferences/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the order in which the caller sees companies. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SidebarPreferences"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        /** Choose the order in which the caller sees companies. */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateSidebarPreferencesRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SidebarPreferences"];
                    };
                };
                /** @description It was refused, or failed. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        post?: never;
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
        /** @description An account. */
        Account: {
            /** @description Since when the account is there. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Where mail reaches them. */
            email: string;
            /** @description Whether that was tried: never yet. */
            emailVerified: boolean;
            /** @description Its id. */
            id: components["schemas"]["UserId"];
            /** @description Where their picture is. */
            image: string | null;
            /** @description What the person is called. */
            name: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        Action: string;
        /** @description A pause, seen from an issue that it holds. */
        ActivePauseHold: {
            /** @description The hold. */
            holdId: components["schemas"]["TreeHoldId"];
            /** @description Whether both are the same. */
            isRoot: boolean;
            /** @description The issue that was asked about. */
            issueId: components["schemas"]["IssueId"];
            /** @description What it does. */
            mode: components["schemas"]["TreeMode"];
            /** @description Why it was made. */
            reason: string | null;
            /** @description When it ends. */
            releasePolicy: components["schemas"]["ReleasePolicy"];
            /** @description The issue on which it stands. */
            rootIssueId: components["schemas"]["IssueId"];
        };
        /** @description The run that works on an issue, or that is next in the queue. */
        ActiveRun: {
            /** @description Its agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            finishedAt: components["schemas"]["Timestamp"] | null;
            /** @description Its id. */
            id: components["schemas"]["RunId"];
            /** @description What asked for it. */
            invocationSource: components["schemas"]["InvocationSource"];
            startedAt: components["schemas"]["Timestamp"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["RunStatus"];
            triggerDetail: components["schemas"]["TriggerDetail"] | null;
        };
        /** @description What is going on in an environment. */
        ActiveUse: {
            /**
             * Format: int64
             * @description How many people set a sandbox up.
             */
            activeCustomImageSetupSessionCount: number;
            /**
             * Format: int64
             * @description How many leases are held.
             */
            activeLeaseCount: number;
            /** @description Whether there is anything. */
            hasActiveRuntimeUse: boolean;
        };
        /** @description An entry of the activity log. */
        ActivityEntry: {
            /** @description What happened. */
            action: components["schemas"]["Action"];
            /** @description Who did it. */
            actorId: string;
            /** @description What did it. */
            actorType: components["schemas"]["ActorType"];
            agentId: components["schemas"]["AgentId"] | null;
            /** @description The company in which it happened. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it happened. */
            createdAt: components["schemas"]["Timestamp"];
            details: components["schemas"]["OpaqueJson"] | null;
            /** @description To which one. */
            entityId: string;
            /** @description To what kind of thing. */
            entityType: components["schemas"]["EntityType"];
            /** @description Its id. */
            id: components["schemas"]["ActivityId"];
            responsibleUserId: components["schemas"]["UserId"] | null;
            runId: components["schemas"]["RunId"] | null;
        };
        /** Format: uuid */
        ActivityId: string;
        /** @enum {string} */
        ActorType: "user" | "agent" | "system" | "plugin";
        /** @description An adapter type. */
        Adapter: {
            /** @description What it can do. */
            capabilities: components["schemas"]["OpaqueJson"];
            /** @description Whether the board switched it off. */
            disabled: boolean;
            /** @description Its name for people. */
            label: string;
            /** @description Whether this server can run such agents. */
            loaded: boolean;
            /** @description How many models can be chosen from. */
            modelsCount: number;
            /** @description Always false: nothing takes the place of what is built in. */
            overridePaused: boolean;
            /** @description Where it comes from; always `builtin`. */
            source: string;
            /** @description The type. */
            type: components["schemas"]["AdapterType"];
        };
        /** @description The kinds of environment. */
        AdapterDrivers: {
            /** @description This machine. */
            local: components["schemas"]["Support"];
            /** @description What plugins describe. */
            plugin: components["schemas"]["Support"];
            /** @description Sandboxes. */
            sandbox: components["schemas"]["Support"];
            /** @description Other machines. */
            ssh: components["schemas"]["Support"];
        };
        /** @description Where agents of a type work. */
        AdapterEnvironments: {
            /** @description The type. */
            adapterType: components["schemas"]["AdapterType"];
            /** @description In which kinds of environment. */
            drivers: components["schemas"]["AdapterDrivers"];
            /** @description In the sandboxes of which providers, by their keys. */
            sandboxProviders: {
                [key: string]: components["schemas"]["Support"];
            };
        };
        /** @description The form of an adapter's settings. */
        AdapterForm: {
            /** @description Its fields. */
            fields: components["schemas"]["OpaqueJson"];
        };
        /** @description A model. */
        AdapterModel: {
            /** @description Its id in the settings. */
            id: string;
            /** @description Its name for people. */
            label: string;
        };
        /** @enum {string} */
        AdapterType: "process" | "http" | "claude_local" | "codex_local" | "paperclip_runner" | "cursor_cloud" | "gemini_local" | "grok_local" | "hermes_gateway" | "hermes_local" | "kimi_local" | "opencode_local" | "pi_local" | "cursor" | "openclaw_gateway";
        /** @description An agent. */
        Agent: {
            /** @description The settings for that code, without secrets. */
            adapterConfig: components["schemas"]["OpaqueJson"];
            /** @description The code that runs it. */
            adapterType: components["schemas"]["AdapterType"];
            /**
             * Format: int64
             * @description How much it may spend in a month, in cents; zero is no limit.
             */
            budgetMonthlyCents: number;
            /** @description What it can do. */
            capabilities: string | null;
            /** @description Its company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            defaultEnvironmentId: components["schemas"]["RowId"] | null;
            /** @description How its last run failed, until that is cleared. */
            errorReason: string | null;
            /** @description Its icon. */
            icon: string | null;
            /** @description Its id. */
            id: components["schemas"]["AgentId"];
            lastHeartbeatAt: components["schemas"]["Timestamp"] | null;
            metadata: components["schemas"]["OpaqueJson"] | null;
            /** @description Its name. */
            name: string;
            /** @description Whether the chain of those above it can work. */
            orgChainHealth: components["schemas"]["OrgChainHealth"];
            pauseReason: components["schemas"]["PauseReason"] | null;
            pausedAt: components["schemas"]["Timestamp"] | null;
            /** @description Its switches. */
            permissions: components["schemas"]["OpaqueJson"];
            reportsTo: components["schemas"]["AgentId"] | null;
            /** @description What it was hired as. */
            role: components["schemas"]["AgentRole"];
            /** @description The settings that are no adapter's, without secrets. */
            runtimeConfig: components["schemas"]["OpaqueJson"];
            /**
             * Format: int64
             * @description How much it spent this month, in cents.
             */
            spentMonthlyCents: number;
            /** @description Its standing. */
            status: components["schemas"]["AgentStatus"];
            /** @description Its title. */
            title: string | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The key by which paths call it. */
            urlKey: string;
        };
        /** @description What an agent may do within its company. */
        AgentAccess: {
            /** @description Whether it may give work to others. */
            canAssignTasks: boolean;
            /** @description What it was granted by name. */
            grants: components["schemas"]["AgentGrant"][];
            /** @description Its membership. */
            membership: components["schemas"]["AgentMembership"];
            /** @description From where it has that right. */
            taskAssignSource: components["schemas"]["TaskAssignSource"];
        };
        /** @description A stored change of an agent's configuration. */
        AgentConfigRevision: {
            /** @description The configuration after. */
            afterConfig: components["schemas"]["OpaqueJson"];
            /** @description The agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description The configuration before. */
            beforeConfig: components["schemas"]["OpaqueJson"];
            /** @description What differs. */
            changedKeys: components["schemas"]["OpaqueJson"];
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When. */
            createdAt: components["schemas"]["Timestamp"];
            createdByAgentId: components["schemas"]["AgentId"] | null;
            createdByUserId: components["schemas"]["UserId"] | null;
            /** @description Its id. */
            id: components["schemas"]["AgentRevisionId"];
            rolledBackFromRevisionId: components["schemas"]["AgentRevisionId"] | null;
            /** @description What made it. */
            source: components["schemas"]["RevisionSource"];
        };
        /** @description An agent's configuration. */
        AgentConfiguration: {
            /** @description The settings for that code, without secrets. */
            adapterConfig: components["schemas"]["OpaqueJson"];
            /** @description The code that runs it. */
            adapterType: components["schemas"]["AdapterType"];
            /** @description Its company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description The agent. */
            id: components["schemas"]["AgentId"];
            /** @description Its name. */
            name: string;
            /** @description Its switches. */
            permissions: components["schemas"]["OpaqueJson"];
            reportsTo: components["schemas"]["AgentId"] | null;
            /** @description What it was hired as. */
            role: components["schemas"]["AgentRole"];
            /** @description The settings that are no adapter's, without secrets. */
            runtimeConfig: components["schemas"]["OpaqueJson"];
            /** @description Its standing. */
            status: components["schemas"]["AgentStatus"];
            /** @description Its title. */
            title: string | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description An agent with what its own page tells besides. */
        AgentDetail: components["schemas"]["Agent"] & {
            /** @description What it may do within its company. */
            access: components["schemas"]["AgentAccess"];
            /** @description Those above it, nearest first. */
            chainOfCommand: components["schemas"]["Superior"][];
        };
        /** @description Something that an agent was granted by name. */
        AgentGrant: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When. */
            createdAt: components["schemas"]["Timestamp"];
            grantedByUserId: components["schemas"]["UserId"] | null;
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            /** @description What was granted. */
            permissionKey: string;
            /** @description The agent. */
            principalId: components["schemas"]["AgentId"];
            /** @description Always `agent`. */
            principalType: string;
            scope: components["schemas"]["OpaqueJson"] | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** Format: uuid */
        AgentId: string;
        /** @description A key of an agent. */
        AgentKey: {
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["AgentKeyId"];
            lastUsedAt: components["schemas"]["Timestamp"] | null;
            /** @description Its name. */
            name: string;
            responsibleUserId: components["schemas"]["UserId"] | null;
            revokedAt: components["schemas"]["Timestamp"] | null;
            scope: components["schemas"]["OpaqueJson"] | null;
        };
        /** Format: uuid */
        AgentKeyId: string;
        /** @description An agent's membership in its company. */
        AgentMembership: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description Since when. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            /** @description Always `member`. */
            membershipRole: string;
            /** @description The agent. */
            principalId: components["schemas"]["AgentId"];
            /** @description Always `agent`. */
            principalType: string;
            /** @description Always `active`. */
            status: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** Format: uuid */
        AgentRevisionId: string;
        /** @enum {string} */
        AgentRole: "ceo" | "cto" | "cmo" | "cfo" | "security" | "engineer" | "designer" | "pm" | "qa" | "devops" | "researcher" | "general";
        /** @description What an agent's runs left. */
        AgentRuntimeState: {
            /** @description The code that ran it. */
            adapterType: components["schemas"]["AdapterType"];
            /** @description The agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description Its company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description How the last run failed. */
            lastError: string | null;
            lastRunId: components["schemas"]["RunId"] | null;
            lastRunStatus: components["schemas"]["RunStatus"] | null;
            /** @description How people call the session used last. */
            sessionDisplayId: string | null;
            /** @description The session that the next run takes up. */
            sessionId: string | null;
            sessionParamsJson: components["schemas"]["OpaqueJson"] | null;
            /** @description What the adapter keeps. */
            stateJson: components["schemas"]["OpaqueJson"];
            /**
             * Format: int64
             * @description Tokens read from a cache by all runs.
             */
            totalCachedInputTokens: number;
            /**
             * Format: int64
             * @description What all runs cost, in cents.
             */
            totalCostCents: number;
            /**
             * Format: int64
             * @description Tokens read by all runs.
             */
            totalInputTokens: number;
            /**
             * Format: int64
             * @description Tokens written by all runs.
             */
            totalOutputTokens: number;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** Format: uuid */
        AgentSessionId: string;
        /** @enum {string} */
        AgentStatus: "active" | "paused" | "idle" | "running" | "error" | "pending_approval" | "terminated";
        /** @description A saved session of an agent on a task. */
        AgentTaskSession: {
            /** @description The code whose session it is. */
            adapterType: components["schemas"]["AdapterType"];
            /** @description The agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["AgentSessionId"];
            /** @description How that run failed. */
            lastError: string | null;
            lastRunId: components["schemas"]["RunId"] | null;
            /** @description How people call it. */
            sessionDisplayId: string | null;
            sessionParamsJson: components["schemas"]["OpaqueJson"] | null;
            /** @description The task. */
            taskKey: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description What became of a wake-up of an agent, and for which issue it was. */
        AgentWakeEvent: components["schemas"]["WakeEvent"] & {
            issueId: components["schemas"]["IssueId"] | null;
        };
        /** @description What became of the wake-ups of an agent. */
        AgentWakeEvents: {
            /** @description The agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description The wake-ups, newest first. */
            events: components["schemas"]["AgentWakeEvent"][];
        };
        /** @description An agent above another. */
        Ancestor: {
            /** @description The agent. */
            id: components["schemas"]["AgentId"];
            /** @description Its name. */
            name: string;
            /** @description Its standing. */
            status: components["schemas"]["AgentStatus"];
        };
        /** @description An issue above another. */
        AncestorIssue: {
            assigneeAgentId: components["schemas"]["AgentId"] | null;
            /** @description What is to be done. */
            description: string | null;
            goal: components["schemas"]["GoalReference"] | null;
            goalId: components["schemas"]["GoalId"] | null;
            /** @description Its id. */
            id: components["schemas"]["IssueId"];
            /** @description Its name for people. */
            identifier: string;
            /** @description How much it matters. */
            priority: components["schemas"]["IssuePriority"];
            project: components["schemas"]["AncestorProject"] | null;
            projectId: components["schemas"]["ProjectId"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["IssueStatus"];
            /** @description Its title. */
            title: string;
        };
        /** @description A project as an issue's ancestors tell of it. */
        AncestorProject: {
            /** @description What it is about. */
            description: string | null;
            goalId: components["schemas"]["GoalId"] | null;
            /** @description Its id. */
            id: components["schemas"]["ProjectId"];
            /** @description Its name. */
            name: string;
            /** @description Where it stands. */
            status: components["schemas"]["ProjectStatus"];
        };
        /** @description A request to talk about a passage. */
        AnnotateRequest: {
            /** @description The revision in which the passage was selected. */
            baseRevisionId: components["schemas"]["DocumentRevisionId"];
            /**
             * Format: int64
             * @description The number of that.
             */
            baseRevisionNumber: number;
            /** @description What is said about it. */
            body: string;
            /** @description The passage: `quote` with `exact`, `prefix` and `suffix`, and `position`. */
            selector: components["schemas"]["OpaqueJson"];
        };
        /** @description A talk about a passage of a document. */
        Annotation: {
            /** @description How sure that is. */
            anchorConfidence: string;
            /** @description The passage as it was selected. */
            anchorSelector: components["schemas"]["OpaqueJson"];
            /** @description Whether the passage is still there. */
            anchorState: string;
            caseId: components["schemas"]["OpaqueJson"] | null;
            /** @description What was said, in order; in lists only if it is asked for. */
            comments?: components["schemas"]["AnnotationComment"][];
            /** @description Its company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was begun. */
            createdAt: components["schemas"]["Timestamp"];
            createdByAgentId: components["schemas"]["AgentId"] | null;
            /** @description The person who began it. */
            createdByUserId: string | null;
            /** @description The revision in which it was looked for last. */
            currentRevisionId: components["schemas"]["DocumentRevisionId"];
            /**
             * Format: int64
             * @description The number of that.
             */
            currentRevisionNumber: number;
            /** @description The document. */
            documentId: components["schemas"]["DocumentId"];
            /** @description The document's name within the issue. */
            documentKey: string;
            /** @description Its id. */
            id: components["schemas"]["AnnotationId"];
            /** @description The document's issue. */
            issueId: components["schemas"]["IssueId"];
            /**
             * Format: int64
             * @description Where it ends there.
             */
            markdownEnd: number;
            /**
             * Format: int64
             * @description Where it begins in the text as it is written, in UTF-16 units.
             */
            markdownStart: number;
            /**
             * Format: int64
             * @description Where it ends for whoever selected it.
             */
            normalizedEnd: number;
            /**
             * Format: int64
             * @description Where it begins for whoever selected it, in UTF-16 units.
             */
            normalizedStart: number;
            /** @description The revision in which the passage was selected. */
            originalRevisionId: components["schemas"]["DocumentRevisionId"];
            /**
             * Format: int64
             * @description The number of that.
             */
            originalRevisionNumber: number;
            /** @description What stood before it. */
            prefixText: string;
            resolvedAt: components["schemas"]["Timestamp"] | null;
            resolvedByAgentId: components["schemas"]["AgentId"] | null;
            /** @description The person who settled it. */
            resolvedByUserId: string | null;
            routineId: components["schemas"]["OpaqueJson"] | null;
            /** @description The passage. */
            selectedText: string;
            /** @description Whether it goes on. */
            status: string;
            /** @description What stood behind it. */
            suffixText: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description Something that was said about a passage. */
        AnnotationComment: {
            authorAgentId: components["schemas"]["AgentId"] | null;
            /** @description What kind of author it has. */
            authorType: string;
            /** @description The person who said it. */
            authorUserId: string | null;
            /** @description What was said. */
            body: string;
            caseId: components["schemas"]["OpaqueJson"] | null;
            /** @description Its company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was said. */
            createdAt: components["schemas"]["Timestamp"];
            createdByRunId: components["schemas"]["RunId"] | null;
            /** @description The document. */
            documentId: components["schemas"]["DocumentId"];
            /** @description Its id. */
            id: components["schemas"]["AnnotationCommentId"];
            issueCommentId: components["schemas"]["OpaqueJson"] | null;
            /** @description The document's issue. */
            issueId: components["schemas"]["IssueId"];
            routineId: components["schemas"]["OpaqueJson"] | null;
            /** @description The talk. */
            threadId: components["schemas"]["AnnotationId"];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** Format: uuid */
        AnnotationCommentId: string;
        /** @description A request to say something about a passage. */
        AnnotationCommentRequest: {
            /** @description What is said. */
            body: string;
        };
        /** Format: uuid */
        AnnotationId: string;
        /** @description Something that the board decides about. */
        Approval: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was asked for. */
            createdAt: components["schemas"]["Timestamp"];
            decidedAt: components["schemas"]["Timestamp"] | null;
            decidedByUserId: components["schemas"]["UserId"] | null;
            /** @description What the board said with its decision. */
            decisionNote: string | null;
            /** @description Its id. */
            id: components["schemas"]["ApprovalId"];
            /** @description What there is to decide about, without secrets. */
            payload: components["schemas"]["OpaqueJson"];
            requestedByAgentId: components["schemas"]["AgentId"] | null;
            requestedByUserId: components["schemas"]["UserId"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["ApprovalStatus"];
            /** @description What it is about. */
            type: components["schemas"]["ApprovalKind"];
            /** @description When something last happened to it. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A comment on an approval. */
        ApprovalComment: {
            /** @description The approval. */
            approvalId: components["schemas"]["ApprovalId"];
            authorAgentId: components["schemas"]["AgentId"] | null;
            authorUserId: components["schemas"]["UserId"] | null;
            /** @description What it says. */
            body: string;
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["ApprovalCommentId"];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** Format: uuid */
        ApprovalCommentId: string;
        /** Format: uuid */
        ApprovalId: string;
        /** @enum {string} */
        ApprovalKind: "hire_agent" | "approve_ceo_strategy" | "budget_override_required" | "request_board_approval";
        /** @enum {string} */
        ApprovalStatus: "pending" | "revision_requested" | "approved" | "rejected" | "cancelled";
        /** @description An image of a company's, or another file that stands in its texts. */
        Asset: components["schemas"]["KeptFile"] & {
            /** @description Its id. */
            assetId: components["schemas"]["AssetId"];
            /** @description Its company. */
            companyId: components["schemas"]["CompanyId"];
        };
        /** Format: uuid */
        AssetId: string;
        /** @description A file of an issue. */
        Attachment: components["schemas"]["KeptFile"] & {
            /** @description Its id as a file. */
            assetId: components["schemas"]["AssetId"];
            /** @description Its company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description Where it is fetched to be kept. */
            downloadPath: string;
            /** @description Its id. */
            id: components["schemas"]["AttachmentId"];
            issueCommentId: components["schemas"]["CommentId"] | null;
            /** @description Its issue. */
            issueId: components["schemas"]["IssueId"];
            /** @description Where it is opened. */
            openPath: string;
            originatingRunId: components["schemas"]["RunId"] | null;
        };
        /** Format: uuid */
        AttachmentId: string;
        /** @description A file of an issue, as a run is told of it. */
        AttachmentOfContext: {
            /**
             * Format: int64
             * @description How large it is, in bytes.
             */
            byteSize: number;
            /** @description Where its content is. */
            contentPath: string;
            /** @description What kind of file it is. */
            contentType: string;
            /** @description When it came in. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description What it is called. */
            filename: string | null;
            /** @description Its id. */
            id: components["schemas"]["AttachmentId"];
        };
        /** @description Why somebody was not signed up or in, as clients of these routes know it. */
        AuthRefusal: {
            /** @description For programs. */
            code: string;
            /** @description For people. */
            message: string;
        };
        /** @enum {string} */
        BillingType: "metered_api" | "subscription_included" | "subscription_overage" | "credits" | "fixed" | "unknown";
        /** @description What deleting an environment would do. */
        BlastRadius: {
            /** @description What is going on there. */
            activeRuntimeUse: components["schemas"]["ActiveUse"];
            /** @description Whether it can be deleted. */
            canDelete: boolean;
            /** @description Why not. */
            deleteBlockedReasons: components["schemas"]["DeleteBlockedReason"][];
            /** @description The environment. */
            environmentId: components["schemas"]["EnvironmentId"];
            /**
             * Format: int64
             * @description How many sandboxes could not be removed yet.
             */
            pendingCleanupLeaseCount: number;
            /** @description How many sandboxes wait to be used again. */
            reusableSandboxLeaseCount: number;
            /** @description For what they wait. */
            reusableSandboxLeaseHolders: components["schemas"]["ReusableLeaseHolder"][];
            /** @description What chooses it and may have runs; at most fifty of each kind. */
            selectedBy: components["schemas"]["EnvironmentChooser"][];
            /** @description What names it. */
            staticReferences: components["schemas"]["StaticReferences"];
        };
        /** @description How an issue's blockers stand. */
        BlockerAttention: {
            /** @description How many of them nobody works on. */
            attentionBlockerCount: number;
            /** @description Whether a run works on anything of the chain. */
            blockingTreeLive: boolean;
            /** @description How many of them somebody works on. */
            coveredBlockerCount: number;
            directBlockerIssueId: components["schemas"]["IssueId"] | null;
            /** @description Those whose workspace is not closed; workspaces are not built. */
            pendingFinalizeBlockerIssueIds: components["schemas"]["IssueId"][];
            /** @description Why. */
            reason: string | null;
            /** @description One of those that need attention. */
            sampleBlockerIdentifier: string | null;
            /** @description One of those in a stalled review. */
            sampleStalledBlockerIdentifier: string | null;
            /** @description How many of them lie in a review that nobody does. */
            stalledBlockerCount: number;
            /** @description `none`, `covered`, `stalled` or `needs_attention`. */
            state: string;
            terminalBlocker: components["schemas"]["SmallIssue"] | null;
            terminalBlockerIssueId: components["schemas"]["IssueId"] | null;
            /** @description How many are not done. */
            unresolvedBlockerCount: number;
        };
        /** @description What is in an issue's way. */
        BlockerDiagnosis: {
            /** @description What it waits for. */
            blockers: components["schemas"]["DiagnosedBlocker"][];
            /** @description How many are shown at most. */
            caps: components["schemas"]["DiagnosisCaps"];
            /** @description The same in a sentence. */
            diagnosis: string;
            /** @description The issue. */
            issue: components["schemas"]["IssueBrief"];
            /** @description How many are not shown because the caller may not see them. */
            omittedUnauthorizedBlockerCount: number;
            /** @description Whether it can be worked on. */
            readiness: components["schemas"]["BlockerReadiness"];
            /** @description Whether there are more than shown. */
            truncated: boolean;
        };
        /** @description Whether an issue can be worked on. */
        BlockerReadiness: {
            /** @description Whether all that it waits for is done. */
            allBlockersDone: boolean;
            /** @description Whether it can be worked on. */
            isDependencyReady: boolean;
            /** @description How many are done but for their workspace; workspaces are not built. */
            pendingFinalizeBlockerCount: number;
            /** @description How many are not done. */
            unresolvedBlockerCount: number;
        };
        /** @description An issue that blocks another, or waits for it. */
        BlockingIssue: components["schemas"]["IssueBrief"] & {
            activeRecoveryAction: components["schemas"]["RecoveryAction"] | null;
            scheduledRetry: components["schemas"]["ScheduledRetry"] | null;
        };
        /** @description A key with which a person's scripts call. */
        BoardKey: {
            /** @description Since when it is there. */
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"] | null;
            /** @description Its id. */
            id: components["schemas"]["BoardKeyId"];
            lastUsedAt: components["schemas"]["Timestamp"] | null;
            /** @description What it is called. */
            name: string;
            revokedAt: components["schemas"]["Timestamp"] | null;
        };
        /** Format: uuid */
        BoardKeyId: string;
        /** @description What happened at a limit. */
        BudgetIncident: {
            /**
             * Format: int64
             * @description The limit then, in cents.
             */
            amountLimit: number;
            /**
             * Format: int64
             * @description What counted against it then, in cents.
             */
            amountObserved: number;
            approvalId: components["schemas"]["ApprovalId"] | null;
            approvalStatus: components["schemas"]["ApprovalStatus"] | null;
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it happened. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["BudgetIncidentId"];
            /** @description Whether use without a price was the cause. */
            isUnpriced: boolean;
            /** @description Which figure. */
            metric: components["schemas"]["BudgetMetric"];
            /** @description The limit. */
            policyId: components["schemas"]["BudgetPolicyId"];
            resolvedAt: components["schemas"]["Timestamp"] | null;
            /** @description Which one. */
            scopeId: components["schemas"]["RowId"];
            /** @description How that is called. */
            scopeName: string;
            /** @description What is limited. */
            scopeType: components["schemas"]["ScopeType"];
            /** @description What became of it. */
            status: components["schemas"]["IncidentStatus"];
            /** @description Which threshold was met. */
            thresholdType: components["schemas"]["ThresholdType"];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description When its window ends. */
            windowEnd: components["schemas"]["Timestamp"];
            /** @description Over which stretch of time. */
            windowKind: components["schemas"]["WindowKind"];
            /** @description When its window began. */
            windowStart: components["schemas"]["Timestamp"];
        };
        /** Format: uuid */
        BudgetIncidentId: string;
        /** @enum {string} */
        BudgetMetric: "billed_cents" | "list_price_cents";
        /** @description A company's limits, and what happened at them. */
        BudgetOverview: {
            /** @description What happened at them and nobody has dealt with, the newest first. */
            activeIncidents: components["schemas"]["BudgetIncident"][];
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /**
             * Format: int64
             * @description Agents that a budget paused.
             */
            pausedAgentCount: number;
            /**
             * Format: int64
             * @description Projects that a budget paused.
             */
            pausedProjectCount: number;
            /**
             * Format: int64
             * @description Approvals of more that wait.
             */
            pendingApprovalCount: number;
            /** @description The limits, the last changed first. */
            policies: components["schemas"]["BudgetPolicy"][];
        };
        /** @description A limit, and how spending stands to it. */
        BudgetPolicy: {
            /** @description Whether use without a price may go on under a limit that stops. */
            allowUnpriced: boolean;
            /**
             * Format: int64
             * @description How much may be spent, in cents; zero for no limit.
             */
            amount: number;
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description Whether work stops at it. */
            hardStopEnabled: boolean;
            /** @description Whether there is a limit. */
            isActive: boolean;
            /** @description Which figure. */
            metric: components["schemas"]["BudgetMetric"];
            /** @description Whether people are told. */
            notifyEnabled: boolean;
            /**
             * Format: int64
             * @description What counts against it, in cents.
             */
            observedAmount: number;
            pauseReason: components["schemas"]["PauseReason"] | null;
            /** @description Whether its scope is paused. */
            paused: boolean;
            /** @description Its id. */
            policyId: components["schemas"]["BudgetPolicyId"];
            /**
             * Format: int64
             * @description What is left, in cents.
             */
            remainingAmount: number;
            /** @description Which one. */
            scopeId: components["schemas"]["RowId"];
            /** @description How that is called. */
            scopeName: string;
            /** @description What is limited. */
            scopeType: components["schemas"]["ScopeType"];
            /** @description How spending stands to it. */
            status: components["schemas"]["PolicyStatus"];
            /** @description How much of it is spent. */
            utilizationPercent: components["schemas"]["Percent"];
            /**
             * Format: int32
             * @description At how many percent of it people are warned.
             */
            warnPercent: number;
            /** @description When its window ends. */
            windowEnd: components["schemas"]["Timestamp"];
            /** @description Over which stretch of time. */
            windowKind: components["schemas"]["WindowKind"];
            /** @description When its window began. */
            windowStart: components["schemas"]["Timestamp"];
        };
        /** Format: uuid */
        BudgetPolicyId: string;
        /** @description A request to give a session up. */
        CancelSetupRequest: {
            /** @description Why. */
            reason?: string | null;
        };
        /** @description A link of a reporting chain. */
        ChainLink: {
            /** @description Its company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description How far above, from 0. */
            depth: number;
            /** @description The agent. */
            id: components["schemas"]["AgentId"];
            /** @description Its name. */
            name: string;
            /** @description `self` or `ancestor`. */
            relation: string;
            reportsTo: components["schemas"]["AgentId"] | null;
            /** @description Its standing. */
            status: components["schemas"]["AgentStatus"];
        };
        /** @description A request to take an issue. */
        CheckoutRequest: {
            /** @description The agent that is to have it. */
            agentId: components["schemas"]["AgentId"];
            /** @description The statuses in which it is expected; one at least. */
            expectedStatuses: components["schemas"]["IssueStatus"][];
        };
        /** @enum {string} */
        ChooserKind: "agent" | "project" | "issue";
        /** @description Somebody claimed the instance. */
        Claimed: {
            /** @description Always true. */
            claimed: boolean;
            /** @description Who. */
            userId: components["schemas"]["UserId"];
        };
        /** @enum {string} */
        CleanupStatus: "pending" | "success" | "failed";
        /** @description Where a project's code is. */
        Codebase: {
            /** @description What work branches off from. */
            defaultRef: string | null;
            /** @description The folder that is used. */
            effectiveLocalFolder: string;
            /** @description The folder that was there before. */
            localFolder: string | null;
            /** @description The folder that the server would keep a checkout in. */
            managedFolder: string;
            /** @description `local_folder` or `managed_checkout`. */
            origin: string;
            /** @description The repository's name. */
            repoName: string | null;
            /** @description What of the repository is used. */
            repoRef: string | null;
            /** @description The repository's address. */
            repoUrl: string | null;
            workspaceId: components["schemas"]["ProjectWorkspaceId"] | null;
        };
        /** @description A comment on an issue. */
        Comment: {
            authorAgentId: components["schemas"]["AgentId"] | null;
            /** @description The kind of author. */
            authorType: components["schemas"]["CommentAuthorType"];
            authorUserId: components["schemas"]["UserId"] | null;
            /** @description What it says; empty once it was deleted. */
            body: string;
            /** @description What its author's client calls it. */
            clientRequestId: string | null;
            /** @description The company to which it belongs. */
            companyId: components["schemas"]["CompanyId"];
            /**
             * Format: int64
             * @description The part of a conversation to which it belongs; never told here.
             */
            conversationSessionGeneration: number | null;
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            createdByRunId: components["schemas"]["RunId"] | null;
            deletedAt: components["schemas"]["Timestamp"] | null;
            deletedByAgentId: components["schemas"]["AgentId"] | null;
            deletedByRunId: components["schemas"]["RunId"] | null;
            deletedByType: components["schemas"]["CommentAuthorType"] | null;
            deletedByUserId: components["schemas"]["UserId"] | null;
            derivedAuthorAgentId: components["schemas"]["AgentId"] | null;
            /** @description How that was found out; never told here. */
            derivedAuthorSource: string | null;
            derivedCreatedByRunId: components["schemas"]["RunId"] | null;
            /** @description Its id. */
            id: components["schemas"]["CommentId"];
            /** @description The issue on which it was made. */
            issueId: components["schemas"]["IssueId"];
            metadata: components["schemas"]["OpaqueJson"] | null;
            onBehalfOfUserId: components["schemas"]["UserId"] | null;
            presentation: components["schemas"]["OpaqueJson"] | null;
            sourceTrust: components["schemas"]["OpaqueJson"] | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        CommentAuthorType: "user" | "agent" | "system";
        /** @description How far an issue's comments go. */
        CommentCursor: {
            latestCommentAt: components["schemas"]["Timestamp"] | null;
            latestCommentId: components["schemas"]["CommentId"] | null;
            /**
             * Format: int64
             * @description How many there are.
             */
            totalComments: number;
        };
        /** Format: uuid */
        CommentId: string;
        /** @description The messages that wait on an issue. */
        CommentQueue: {
            /** @description The messages, in the order in which the agent is told of them. */
            entries: components["schemas"]["QueuedComment"][];
            /** @description Why they wait although no run is at work. */
            executionWait?: components["schemas"]["ExecutionWait"];
            /** @description The issue. */
            issueId: components["schemas"]["IssueId"];
            /** @description How the agent is told of them: always when its next run starts. */
            protocol: string;
            queueId: components["schemas"]["WakeupId"] | null;
            /** @description What makes this state of the queue different from another. */
            revision: string;
            /** @description `deferred` while messages wait, `empty` if none do. */
            state: string;
            /** @description Whether a running agent can be told at once: it cannot. */
            steeringDisposition: string;
            targetRunId: components["schemas"]["RunId"] | null;
        };
        /** @description An issue of a compact list. */
        CompactIssue: components["schemas"]["HoldFields"] & (components["schemas"]["SeenFields"] | null) & {
            activeRecoveryAction: components["schemas"]["RecoveryAction"] | null;
            assigneeAgentId: components["schemas"]["AgentId"] | null;
            assigneeUserId: components["schemas"]["UserId"] | null;
            /** @description What its cost is booked on. */
            billingCode: string | null;
            /** @description How its blockers stand. */
            blockerAttention: components["schemas"]["BlockerAttention"];
            cancelledAt: components["schemas"]["Timestamp"] | null;
            /** @description The company that has it. */
            companyId: components["schemas"]["CompanyId"];
            completedAt: components["schemas"]["Timestamp"] | null;
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            createdByAgentId: components["schemas"]["AgentId"] | null;
            createdByUserId: components["schemas"]["UserId"] | null;
            /** @description What is to be done; a long text is cut. */
            description: string | null;
            executionWorkspaceId: components["schemas"]["RowId"] | null;
            goalId: components["schemas"]["GoalId"] | null;
            /** @description Its id. */
            id: components["schemas"]["IssueId"];
            /** @description Its name for people. */
            identifier: string;
            /**
             * Format: int64
             * @description Its number within the company.
             */
            issueNumber: number;
            /** @description The ids of its labels, by name. */
            labelIds: components["schemas"]["LabelId"][];
            /** @description Its labels, in the same order. */
            labels: components["schemas"]["Label"][];
            /** @description The last thing that happened to it. */
            lastActivityAt: components["schemas"]["Timestamp"];
            /** @description Which one of that kind. */
            originId: string | null;
            /** @description What made it. */
            originKind: string;
            originRunId: components["schemas"]["RunId"] | null;
            parentId: components["schemas"]["IssueId"] | null;
            /** @description How much it matters. */
            priority: components["schemas"]["IssuePriority"];
            projectId: components["schemas"]["ProjectId"] | null;
            projectWorkspaceId: components["schemas"]["ProjectWorkspaceId"] | null;
            /**
             * Format: int32
             * @description How many requests led to it.
             */
            requestDepth: number;
            /** @description How its review stands. */
            reviewAttention: components["schemas"]["ReviewAttention"];
            reviewPolicy: components["schemas"]["ReviewPolicy"] | null;
            startedAt: components["schemas"]["Timestamp"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["IssueStatus"];
            successfulRunHandoff: components["schemas"]["OpaqueJson"] | null;
            /** @description What is to be done, in a line. */
            title: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description What is expected of the agent that works on it. */
            workMode: components["schemas"]["WorkMode"];
        };
        /** @description A company. */
        Company: {
            /**
             * Format: int64
             * @description What it may spend in a month, in cents; zero for no limit.
             */
            budgetMonthlyCents: number;
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            defaultResponsibleUserId: components["schemas"]["UserId"] | null;
            /** @description What it does. */
            description: string | null;
            feedbackDataSharingConsentAt: components["schemas"]["Timestamp"] | null;
            feedbackDataSharingConsentByUserId: components["schemas"]["UserId"] | null;
            /** @description Whether feedback is shared with the makers of the product. */
            feedbackDataSharingEnabled: boolean;
            /** @description Which terms were agreed to. */
            feedbackDataSharingTermsVersion: string | null;
            /** @description Its id. */
            id: components["schemas"]["CompanyId"];
            /** @description Who may answer which questions of agents. */
            interactionResolverGovernance: components["schemas"]["OpaqueJson"];
            /**
             * Format: int64
             * @description The number of its newest issue.
             */
            issueCounter: number;
            /** @description What its issues' identifiers begin with. */
            issuePrefix: string;
            logoAssetId: components["schemas"]["AssetId"] | null;
            /** @description Where its picture is. */
            logoUrl: string | null;
            /** @description Its name. */
            name: string;
            pauseReason: components["schemas"]["PauseReason"] | null;
            pausedAt: components["schemas"]["Timestamp"] | null;
            /** @description Whether hiring needs the board. */
            requireBoardApprovalForNewAgents: boolean;
            /**
             * Format: int64
             * @description What it has spent this month, in cents.
             */
            spentMonthlyCents: number;
            /** @description Whether it works. */
            status: components["schemas"]["CompanyStatus"];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description To which companies somebody belongs, or did. */
        CompanyAccess: {
            /** @description The memberships. */
            companyAccess: components["schemas"]["NamedMembership"][];
            /** @description The person. */
            user: components["schemas"]["ListedUser"];
        };
        /** Format: uuid */
        CompanyId: string;
        /** @description A member of a company. */
        CompanyMember: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description Since when. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description The membership's id. */
            id: components["schemas"]["MembershipId"];
            /** @description As what. */
            membershipRole: components["schemas"]["CompanyRole"];
            /** @description Who it is. */
            principalId: string;
            /** @description What the member is. */
            principalType: components["schemas"]["PrincipalType"];
            /** @description Whether they take part. */
            status: components["schemas"]["MemberStatus"];
            /** @description When that was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description Who belongs to a company. */
        CompanyMembers: {
            /** @description What the caller may do with them. */
            access: components["schemas"]["MembersAccess"];
            /** @description The members. */
            members: components["schemas"]["CompanyMember"][];
        };
        /** @enum {string} */
        CompanyRole: "owner" | "admin" | "operator" | "viewer";
        /** @description A secret. */
        CompanySecret: {
            /** @description The company that has it. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            createdByAgentId: components["schemas"]["AgentId"] | null;
            createdByUserId: components["schemas"]["UserId"] | null;
            deletedAt: components["schemas"]["Timestamp"] | null;
            /** @description What it is for. */
            description: string | null;
            /** @description Always null: its values are here. */
            externalRef: string | null;
            /** @description Its id. */
            id: components["schemas"]["SecretId"];
            /** @description The key by which it is called. */
            key: string;
            lastResolvedAt: components["schemas"]["Timestamp"] | null;
            lastRotatedAt: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int32
             * @description The number of its newest value.
             */
            latestVersion: number;
            /** @description Always `paperclip_managed`. */
            managedMode: string;
            /** @description Its name. */
            name: string;
            ownerUserId: components["schemas"]["UserId"] | null;
            /** @description Where its values are sealed. */
            provider: string;
            providerConfigId: components["schemas"]["RowId"] | null;
            providerMetadata: components["schemas"]["OpaqueJson"] | null;
            /**
             * Format: int64
             * @description To how many places of settings it is bound; in lists only.
             */
            referenceCount?: number;
            /** @description Always `company`. */
            scope: string;
            /** @description Whether it is in use. */
            status: components["schemas"]["SecretStatus"];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            userSecretDefinitionId: components["schemas"]["RowId"] | null;
        };
        /** @description How much a company has. */
        CompanyStats: {
            /**
             * Format: int64
             * @description How many agents, also terminated ones.
             */
            agentCount: number;
            /**
             * Format: int64
             * @description How many issues.
             */
            issueCount: number;
        };
        /** @enum {string} */
        CompanyStatus: "active" | "paused" | "archived";
        /** @description How a person gets into a sandbox. Whoever has it is in. */
        ConnectionPayload: {
            /** @description The command that lets a person in. */
            command: string;
            expiresAt: components["schemas"]["Timestamp"] | null;
            /** @description By what means. */
            type: string;
        };
        /** @description An issue above another, as its agent is told of it. */
        ContextAncestor: {
            /** @description Its id. */
            id: components["schemas"]["IssueId"];
            /** @description Its name for people. */
            identifier: string;
            /** @description How much it matters. */
            priority: components["schemas"]["IssuePriority"];
            /** @description Where it stands. */
            status: components["schemas"]["IssueStatus"];
            /** @description Its title. */
            title: string;
        };
        /** @description A goal, as an agent is told of it. */
        ContextGoal: {
            /** @description Its id. */
            id: components["schemas"]["GoalId"];
            /** @description Whose it is. */
            level: components["schemas"]["GoalLevel"];
            parentId: components["schemas"]["GoalId"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["GoalStatus"];
            /** @description Its title. */
            title: string;
        };
        /** @description An issue as its agent is told of it. */
        ContextIssue: {
            activeRecoveryAction: components["schemas"]["RecoveryAction"] | null;
            assigneeAgentId: components["schemas"]["AgentId"] | null;
            assigneeUserId: components["schemas"]["UserId"] | null;
            /** @description The issues that it waits for. */
            blockedBy: components["schemas"]["BlockingIssue"][];
            /** @description How its blockers stand. */
            blockerAttention: components["schemas"]["BlockerAttention"];
            /** @description The issues that wait for it. */
            blocks: components["schemas"]["BlockingIssue"][];
            /** @description What is to be done. */
            description: string | null;
            goalId: components["schemas"]["GoalId"] | null;
            /** @description Its id. */
            id: components["schemas"]["IssueId"];
            /** @description Its name for people. */
            identifier: string;
            /** @description Which one of that kind. */
            originId: string | null;
            /** @description What made it. */
            originKind: string;
            parentId: components["schemas"]["IssueId"] | null;
            /** @description How much it matters. */
            priority: components["schemas"]["IssuePriority"];
            projectId: components["schemas"]["ProjectId"] | null;
            /** @description How its review stands. */
            reviewAttention: components["schemas"]["ReviewAttention"];
            scheduledRetry: components["schemas"]["ScheduledRetry"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["IssueStatus"];
            /** @description What is to be done, in a line. */
            title: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description What is expected of the agent. */
            workMode: components["schemas"]["WorkMode"];
        };
        /** @description A project, as an agent is told of it. */
        ContextProject: {
            /** @description Its id. */
            id: components["schemas"]["ProjectId"];
            /** @description Its name. */
            name: string;
            /** @description Where it stands. */
            status: components["schemas"]["ProjectStatus"];
            /** @description When it should be done. */
            targetDate: string | null;
        };
        /** @description What belongs to conversations, status decisions and identities, none of which are built. */
        ConversationFields: {
            blockedOwnerNotifiedAt: components["schemas"]["OpaqueJson"] | null;
            continuationIdentityContextId: components["schemas"]["OpaqueJson"] | null;
            conversationAgentId: components["schemas"]["OpaqueJson"] | null;
            conversationBoundaryCommentId: components["schemas"]["OpaqueJson"] | null;
            /** Format: int32 */
            conversationSessionGeneration: number;
            conversationState: components["schemas"]["OpaqueJson"] | null;
            conversationUserId: components["schemas"]["OpaqueJson"] | null;
            harnessKind: components["schemas"]["OpaqueJson"] | null;
            lastStatusDecisionId: components["schemas"]["OpaqueJson"] | null;
            originIdentityContextId: components["schemas"]["OpaqueJson"] | null;
            sourceTrust: components["schemas"]["OpaqueJson"] | null;
            watchdog: components["schemas"]["OpaqueJson"] | null;
        };
        /** @enum {string} */
        CostBasis: "reported" | "list_price" | "plan" | "unpriced";
        /** @description What an agent cost. */
        CostByAgent: components["schemas"]["SummedCosts"] & components["schemas"]["PlanCosts"] & {
            /** @description The agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description Its name, if it is still there. */
            agentName: string | null;
            agentStatus: components["schemas"]["AgentStatus"] | null;
        };
        /** @description What an agent cost with a model. */
        CostByAgentModel: components["schemas"]["SummedCosts"] & {
            /** @description The agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description Its name, if it is still there. */
            agentName: string | null;
            /** @description Who sends the bill. */
            biller: string;
            /** @description How it is paid for. */
            billingType: components["schemas"]["BillingType"];
            /** @description The model. */
            model: string;
            /** @description Whose model it is. */
            provider: string;
        };
        /** @description What is owed to whom. */
        CostByBiller: components["schemas"]["SummedCosts"] & components["schemas"]["PlanCosts"] & {
            /** @description Who sends the bill. */
            biller: string;
            /**
             * Format: int64
             * @description How many models.
             */
            modelCount: number;
            /**
             * Format: int64
             * @description How many providers' models are billed so.
             */
            providerCount: number;
        };
        /** @description What a project cost. */
        CostByProject: components["schemas"]["SummedCosts"] & {
            /** @description The project. */
            projectId: components["schemas"]["ProjectId"];
            /** @description Its name, if it is still there. */
            projectName: string | null;
        };
        /** @description What a provider's model cost. */
        CostByProvider: components["schemas"]["SummedCosts"] & components["schemas"]["PlanCosts"] & {
            /** @description Who sends the bill. */
            biller: string;
            /** @description How it is paid for. */
            billingType: components["schemas"]["BillingType"];
            /** @description The model. */
            model: string;
            /** @description Whose model it is. */
            provider: string;
        };
        /** @description A cost. */
        CostEvent: {
            /** @description The agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description Who sends the bill. */
            biller: string;
            /** @description What else it is booked on. */
            billingCode: string | null;
            /** @description How it is paid for. */
            billingType: components["schemas"]["BillingType"];
            /**
             * Format: int64
             * @description Tokens read from the provider's cache.
             */
            cachedInputTokens: number;
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description Where what it costs comes from. */
            costBasis: components["schemas"]["CostBasis"];
            /**
             * Format: int64
             * @description What is owed for it, in cents.
             */
            costCents: number;
            /**
             * Format: int64
             * @description The same in millionths of a dollar.
             */
            costMicros: number;
            /** @description Whether it has a price. */
            costStatus: components["schemas"]["CostStatus"];
            /** @description When it was booked. */
            createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description What it would cost by the provider's list, in millionths of a dollar, if it is on one.
             */
            estimateMicros: number | null;
            goalId: components["schemas"]["GoalId"] | null;
            heartbeatRunId: components["schemas"]["RunId"] | null;
            /** @description Its id. */
            id: components["schemas"]["CostEventId"];
            /**
             * Format: int64
             * @description Tokens read, without the cached ones.
             */
            inputTokens: number;
            issueId: components["schemas"]["IssueId"] | null;
            /** @description The model. */
            model: string;
            /** @description When it was used. */
            occurredAt: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Tokens written.
             */
            outputTokens: number;
            projectId: components["schemas"]["ProjectId"] | null;
            /** @description Whose model was used. */
            provider: string;
        };
        /** Format: uuid */
        CostEventId: string;
        /** @description What was spent in an hour, a day or a month. */
        CostPoint: components["schemas"]["SummedCosts"] & {
            /** @description Where it begins. */
            start: components["schemas"]["Timestamp"];
        };
        /** @description Sums of hours, days or months, whole ones, oldest first; at most 800. */
        CostSeries: {
            /** @description How long each is: `hour`, `day` or `month`, by UTC. */
            bucket: string;
            /** @description One for each, also where nothing was spent. */
            points: components["schemas"]["CostPoint"][];
        };
        /** @enum {string} */
        CostStatus: "reported" | "unpriced";
        /** @description What a company spent. */
        CostSummary: {
            /**
             * Format: int64
             * @description What it may spend in a month, in cents; zero for no limit.
             */
            budgetCents: number;
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /**
             * Format: int64
             * @description What was used would cost so much by the list, in cents; what is on no list is left out.
             */
            estimateCents: number;
            /**
             * Format: int64
             * @description How many entries there are.
             */
            eventCount: number;
            /**
             * Format: int64
             * @description What it spent, in cents.
             */
            spendCents: number;
            /**
             * Format: int64
             * @description How many entries have no price.
             */
            unpricedEventCount: number;
            /** @description How much of the budget that is. */
            utilizationPercent: components["schemas"]["Percent"];
        };
        /** @description An entry to write. */
        CreateActivityRequest: {
            /** @description What happened. */
            action: components["schemas"]["Action"];
            /** @description Who did it. */
            actorId: string;
            actorType?: components["schemas"]["ActorType"] | null;
            agentId?: components["schemas"]["AgentId"] | null;
            details?: components["schemas"]["OpaqueJson"] | null;
            /** @description To which one. */
            entityId: string;
            /** @description To what kind of thing. */
            entityType: components["schemas"]["EntityType"];
        };
        /** @description A request for a key. */
        CreateAgentKeyRequest: {
            /** @description Its name; `default` if nothing is said. */
            name?: string | null;
            scope?: components["schemas"]["OpaqueJson"] | null;
        };
        /** @description A request for an agent. */
        CreateAgentRequest: {
            adapterConfig?: components["schemas"]["OpaqueJson"] | null;
            /** @description The code that runs it; `process` if nothing is said. */
            adapterType?: string | null;
            /**
             * Format: int64
             * @description How much it may spend in a month, in cents; zero is no limit.
             */
            budgetMonthlyCents?: number | null;
            /** @description What it can do. */
            capabilities?: string | null;
            defaultEnvironmentId?: components["schemas"]["RowId"] | null;
            /** @description Its icon. */
            icon?: string | null;
            metadata?: components["schemas"]["OpaqueJson"] | null;
            /** @description Its name. */
            name: string;
            reportsTo?: components["schemas"]["AgentId"] | null;
            role?: components["schemas"]["AgentRole"] | null;
            runtimeConfig?: components["schemas"]["OpaqueJson"] | null;
            /** @description Its title. */
            title?: string | null;
        };
        /** @description A request to say something about an approval. */
        CreateApprovalCommentRequest: {
            /** @description What is said. */
            body: string;
        };
        /** @description A request to the board. */
        CreateApprovalRequest: {
            /** @description The issues that are the reason, or that wait for it. */
            issueIds?: components["schemas"]["IssueId"][] | null;
            /** @description What there is to decide about. */
            payload: components["schemas"]["OpaqueJson"];
            /** @description What it is about. */
            type: components["schemas"]["ApprovalKind"];
        };
        /** @description A request for a key. */
        CreateBoardKeyRequest: {
            expiresAt?: components["schemas"]["Timestamp"] | null;
            /** @description What it is called. */
            name?: string | null;
            requestedCompanyId?: components["schemas"]["CompanyId"] | null;
        };
        /** @description A request for an issue below another. */
        CreateChildRequest: {
            /** @description By what it is judged; added to the description as a list. */
            acceptanceCriteria: string[];
            /** @description Whether the parent waits for it. */
            blockParentUntilDone: boolean;
            fields: {
                /** @description Whether it is made even though an open issue of this title was made lately. */
                allowDuplicate: boolean;
                assigneeAdapterOverrides?: components["schemas"]["OpaqueJson"] | null;
                assigneeAgentId?: components["schemas"]["AgentId"] | null;
                /** @description The person who is to have it. */
                assigneeUserId?: string | null;
                /** @description What its cost is booked on. */
                billingCode?: string | null;
                /** @description The issues that it waits for. */
                blockedByIssueIds: components["schemas"]["IssueId"][];
                /** @description What is to be done. */
                description?: string | null;
                executionWorkspaceSettings?: components["schemas"]["WorkspaceSettings"] | null;
                goalId?: components["schemas"]["GoalId"] | null;
                /** @description Under which a repetition finds the issue that was made, within the company. */
                idempotencyKey?: string | null;
                /** @description Its labels. */
                labelIds: components["schemas"]["LabelId"][];
                priority?: components["schemas"]["IssuePriority"] | null;
                projectId?: components["schemas"]["ProjectId"] | null;
                projectWorkspaceId?: components["schemas"]["ProjectWorkspaceId"] | null;
                /**
                 * Format: int32
                 * @description How many requests led to it.
                 */
                requestDepth?: number | null;
                reviewPolicy?: components["schemas"]["ReviewPolicy"] | null;
                status?: components["schemas"]["IssueStatus"] | null;
                /** @description What is to be done, in a line. */
                title: string;
                unblockDescriptor?: components["schemas"]["UnblockRequest"] | null;
                workMode?: components["schemas"]["WorkMode"] | null;
            } & Record<string, never>;
        };
        /** @description A request to say something on an issue. */
        CreateCommentRequest: {
            /** @description Attachments of the issue that go with it. */
            attachmentIds: components["schemas"]["AttachmentId"][];
            /** @description What is said. */
            body: string;
            /**
             * @description What makes a repetition recognisable: the same author's second comment of that name on the
             *     issue is the first.
             */
            clientRequestId?: string | null;
            /** @description Whether the run that works on the issue is stopped first. */
            interrupt: boolean;
            metadata?: components["schemas"]["OpaqueJson"] | null;
            /** @description Whether it names a person on whose behalf it is written. */
            namesResponsibleUser: boolean;
            presentation?: components["schemas"]["OpaqueJson"] | null;
            /** @description Whether the issue is opened again. */
            reopen: boolean;
            /** @description Whether work goes on, said by whoever is aware that it starts a run. */
            resume: boolean;
        };
        /** @description A request for a company. */
        CreateCompanyRequest: {
            /**
             * Format: int64
             * @description What it may spend in a month, in cents; zero for no limit.
             */
            budgetMonthlyCents?: number | null;
            defaultResponsibleUserId?: components["schemas"]["UserId"] | null;
            /** @description What it does. */
            description?: string | null;
            /** @description Its name. */
            name: string;
        };
        /** @description A report of a cost. */
        CreateCostEventRequest: {
            /** @description The agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description Who sends the bill; the provider unless told. */
            biller?: string | null;
            /** @description What else it is booked on. */
            billingCode?: string | null;
            billingType?: components["schemas"]["BillingType"] | null;
            /**
             * Format: int64
             * @description Tokens read from the provider's cache.
             */
            cachedInputTokens?: number | null;
            /**
             * Format: int64
             * @description What it cost, in cents; by the provider's list unless told.
             */
            costCents?: number | null;
            /**
             * Format: int64
             * @description What it cost, in millionths of a dollar: goes before `costCents`.
             */
            costMicros?: number | null;
            costStatus?: components["schemas"]["CostStatus"] | null;
            goalId?: components["schemas"]["GoalId"] | null;
            heartbeatRunId?: components["schemas"]["RunId"] | null;
            /**
             * Format: int64
             * @description Tokens read, without the cached ones.
             */
            inputTokens?: number | null;
            issueId?: components["schemas"]["IssueId"] | null;
            /** @description The model. */
            model: string;
            /** @description When it was used. */
            occurredAt: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Tokens written.
             */
            outputTokens?: number | null;
            projectId?: components["schemas"]["ProjectId"] | null;
            /** @description Whose model was used. */
            provider: string;
        };
        /** @description A request for an environment. */
        CreateEnvironmentRequest: {
            config?: components["schemas"]["OpaqueJson"] | null;
            /** @description What it is for. */
            description?: string | null;
            /** @description Its kind. */
            driver: components["schemas"]["EnvironmentDriver"];
            envVars?: components["schemas"]["OpaqueJson"] | null;
            metadata?: components["schemas"]["OpaqueJson"] | null;
            /** @description Its name. */
            name: string;
            status?: components["schemas"]["EnvironmentStatus"] | null;
        };
        /** @description A booking to make. */
        CreateFinanceEventRequest: {
            agentId?: components["schemas"]["AgentId"] | null;
            /**
             * Format: int64
             * @description How much money, in cents.
             */
            amountCents: number;
            /** @description Who sends the bill. */
            biller: string;
            /** @description What else it is booked on. */
            billingCode?: string | null;
            costEventId?: components["schemas"]["CostEventId"] | null;
            /** @description Of which currency, by its three letters; dollars unless told. */
            currency?: string | null;
            /** @description More about it. */
            description?: string | null;
            direction?: components["schemas"]["FinanceDirection"] | null;
            /** @description Whether it is an estimate. */
            estimated?: boolean | null;
            /** @description What it is for. */
            eventKind: components["schemas"]["FinanceEventKind"];
            /** @description The adapter that used it. */
            executionAdapterType?: string | null;
            /** @description The bill's own number. */
            externalInvoiceId?: string | null;
            goalId?: components["schemas"]["GoalId"] | null;
            heartbeatRunId?: components["schemas"]["RunId"] | null;
            issueId?: components["schemas"]["IssueId"] | null;
            metadataJson?: components["schemas"]["OpaqueJson"] | null;
            /** @description Which model. */
            model?: string | null;
            /** @description When it was. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The provider's tier. */
            pricingTier?: string | null;
            projectId?: components["schemas"]["ProjectId"] | null;
            /** @description Whose model was used. */
            provider?: string | null;
            /**
             * Format: int64
             * @description How much of it.
             */
            quantity?: number | null;
            /** @description Where. */
            region?: string | null;
            unit?: components["schemas"]["FinanceUnit"] | null;
        };
        /** @description A request for a goal. */
        CreateGoalRequest: {
            /** @description More about it. */
            description?: string | null;
            level?: components["schemas"]["GoalLevel"] | null;
            ownerAgentId?: components["schemas"]["AgentId"] | null;
            parentId?: components["schemas"]["GoalId"] | null;
            status?: components["schemas"]["GoalStatus"] | null;
            /** @description What is to be reached. */
            title: string;
        };
        /** @description A request to be told of an item no more, or not now. */
        CreateInboxDismissalRequest: {
            /** @description Which item: `approval:…`, `join:…`, `run:…` or `attention:…`. */
            itemKey: string;
            kind?: components["schemas"]["DismissalKind"] | null;
            snoozedUntil?: components["schemas"]["Timestamp"] | null;
        };
        /** @description A request for an issue. */
        CreateIssueRequest: {
            fields: {
                /** @description Whether it is made even though an open issue of this title was made lately. */
                allowDuplicate: boolean;
                assigneeAdapterOverrides?: components["schemas"]["OpaqueJson"] | null;
                assigneeAgentId?: components["schemas"]["AgentId"] | null;
                /** @description The person who is to have it. */
                assigneeUserId?: string | null;
                /** @description What its cost is booked on. */
                billingCode?: string | null;
                /** @description The issues that it waits for. */
                blockedByIssueIds: components["schemas"]["IssueId"][];
                /** @description What is to be done. */
                description?: string | null;
                executionWorkspaceSettings?: components["schemas"]["WorkspaceSettings"] | null;
                goalId?: components["schemas"]["GoalId"] | null;
                /** @description Under which a repetition finds the issue that was made, within the company. */
                idempotencyKey?: string | null;
                /** @description Its labels. */
                labelIds: components["schemas"]["LabelId"][];
                priority?: components["schemas"]["IssuePriority"] | null;
                projectId?: components["schemas"]["ProjectId"] | null;
                projectWorkspaceId?: components["schemas"]["ProjectWorkspaceId"] | null;
                /**
                 * Format: int32
                 * @description How many requests led to it.
                 */
                requestDepth?: number | null;
                reviewPolicy?: components["schemas"]["ReviewPolicy"] | null;
                status?: components["schemas"]["IssueStatus"] | null;
                /** @description What is to be done, in a line. */
                title: string;
                unblockDescriptor?: components["schemas"]["UnblockRequest"] | null;
                workMode?: components["schemas"]["WorkMode"] | null;
            } & Record<string, never>;
            parentId?: components["schemas"]["IssueId"] | null;
        };
        /** @description A request for a label. */
        CreateLabelRequest: {
            /** @description Its colour, as `#rrggbb`. */
            color: string;
            /** @description Its name, 1 to 48 characters. */
            name: string;
        };
        /** @description A request for a project. */
        CreateProjectRequest: {
            archivedAt?: components["schemas"]["Timestamp"] | null;
            /** @description Its colour. */
            color?: string | null;
            /** @description What it is. */
            description?: string | null;
            env?: components["schemas"]["OpaqueJson"] | null;
            executionWorkspacePolicy?: components["schemas"]["OpaqueJson"] | null;
            /** @description The goals that it serves, the main one first. */
            goalIds: components["schemas"]["GoalId"][];
            /** @description Its icon. */
            icon?: string | null;
            leadAgentId?: components["schemas"]["AgentId"] | null;
            /** @description Its name; a number is added if its key is taken. */
            name: string;
            status?: components["schemas"]["ProjectStatus"] | null;
            /** @description When it is to be done, as a date. */
            targetDate?: string | null;
            workspace?: components["schemas"]["CreateWorkspaceRequest"] | null;
        };
        /** @description A request for a secret. Cannot be printed, for its value. */
        CreateSecretRequest: {
            /** @description What it is for. */
            description?: string | null;
            /** @description The key by which it is called: letters, digits, `_`, `.` and `-`. Made of the name if absent. */
            key?: string | null;
            /** @description Its name, unique within the company. */
            name: string;
            /**
             * Format: password
             * @description Its first value, which no answer tells.
             */
            value: string;
        };
        /** @description A wish to control a tree. */
        CreateTreeHoldRequest: {
            metadata?: components["schemas"]["OpaqueJson"] | null;
            /** @description What is done. */
            mode: components["schemas"]["TreeMode"];
            /** @description Why. */
            reason?: string | null;
            releasePolicy?: components["schemas"]["ReleasePolicyRequest"] | null;
        };
        /** @description A request for a workspace. */
        CreateWorkspaceRequest: {
            /** @description What tidies it up. */
            cleanupCommand?: string | null;
            /** @description The folder. */
            cwd?: string | null;
            /** @description What work branches off from; the same unless told. */
            defaultRef?: string | null;
            /** @description Whether it is to be the primary one. The first one is in any case. */
            isPrimary: boolean;
            metadata?: components["schemas"]["OpaqueJson"] | null;
            /** @description Its name; derived from where it is unless told. */
            name?: string | null;
            /** @description Who provides a remote one. */
            remoteProvider?: string | null;
            /** @description What the provider calls it. */
            remoteWorkspaceRef?: string | null;
            /** @description What of the repository is used. */
            repoRef?: string | null;
            /** @description The repository's address. */
            repoUrl?: string | null;
            /** @description What makes it ready. */
            setupCommand?: string | null;
            /** @description What runs share it under. */
            sharedWorkspaceKey?: string | null;
            sourceType?: components["schemas"]["WorkspaceSource"] | null;
            visibility?: components["schemas"]["WorkspaceVisibility"] | null;
        };
        /** @description A key that was just made. */
        CreatedAgentKey: {
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["AgentKeyId"];
            /** @description Its name. */
            name: string;
            responsibleUserId: components["schemas"]["UserId"] | null;
            scope: components["schemas"]["OpaqueJson"] | null;
            /** @description The key itself, which is shown this once. */
            token: string;
        };
        /** @description A key that was just made. */
        CreatedBoardKey: components["schemas"]["BoardKey"] & {
            /** @description What opens the door. It is never told again. */
            token: string;
        };
        /** @description An issue that was made, or that was there already. */
        CreatedIssue: components["schemas"]["Issue"] & {
            /** @description The issues that it waits for. */
            blockedBy: components["schemas"]["IssueBrief"][];
            /** @description The issues that wait for it. */
            blocks: components["schemas"]["IssueBrief"][];
            /** @description Whether the issue was there already. */
            deduplicated?: boolean;
            /** @description By what it was found. */
            deduplicationReason?: string;
            /** @description Their identifiers. */
            referencedIssueIdentifiers: string[];
            /** @description The issues that its texts name. */
            relatedWork: components["schemas"]["RelatedWork"];
        };
        /** @description The session that a web client reads. */
        CurrentSession: {
            /** @description Where faults of pages are reported: nowhere. */
            sentryDsn: string | null;
            /** @description The session. */
            session: components["schemas"]["SessionName"];
            /** @description Whose it is. */
            user: components["schemas"]["Profile"];
        };
        /** @description What there is of an environment's custom image. */
        CustomImage: {
            activeSession: components["schemas"]["CustomImageSetupSession"] | null;
            activeTemplate: components["schemas"]["CustomImageTemplate"] | null;
            /** @description Whether it fits the settings. */
            activeTemplateMatchesConfig: boolean;
            latestSession: components["schemas"]["CustomImageSetupSession"] | null;
        };
        /** @description What became of a template with other settings. */
        CustomImageReconciliation: {
            /** @description `relinked` or `detached`. */
            action: string;
            /** @description The template. */
            template: components["schemas"]["CustomImageTemplate"];
        };
        /** @description A person's work on a sandbox that becomes a template. */
        CustomImageSetupSession: {
            /** @description The provider's name for the template that it started from. */
            baseTemplateRef: string | null;
            /** @description The company in whose name it is. */
            companyId: components["schemas"]["CompanyId"];
            /** @description Always null: the way in is kept in no secret. */
            connectionSecretRef: string | null;
            connectionSummary: components["schemas"]["OpaqueJson"] | null;
            /** @description When it began. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its environment. */
            environmentId: components["schemas"]["EnvironmentId"];
            environmentLeaseId: components["schemas"]["LeaseId"] | null;
            /** @description When its time is over. */
            expiresAt: components["schemas"]["Timestamp"];
            /** @description Why it came to nothing, or waits again. */
            failureReason: string | null;
            finishedAt: components["schemas"]["Timestamp"] | null;
            /** @description Its id. */
            id: components["schemas"]["SetupSessionId"];
            metadata: components["schemas"]["OpaqueJson"] | null;
            promotedTemplateId: components["schemas"]["TemplateId"] | null;
            /** @description The provider's key. */
            provider: string;
            /** @description The provider's id of the sandbox. */
            providerLeaseId: string | null;
            /** @description Always null: agents set nothing up. */
            startedByAgentId: string | null;
            /** @description Who began it. */
            startedByUserId: string | null;
            /** @description Where it stands. */
            status: components["schemas"]["SessionStatus"];
            templateId: components["schemas"]["TemplateId"] | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A template that was captured of a sandbox. */
        CustomImageTemplate: {
            capturedAt: components["schemas"]["Timestamp"] | null;
            /** @description When it was begun. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Always null: agents set nothing up. */
            createdByAgentId: string | null;
            /** @description Who had it captured. */
            createdByUserId: string | null;
            environmentId: components["schemas"]["EnvironmentId"] | null;
            /** @description Its id. */
            id: components["schemas"]["TemplateId"];
            lastUsedAt: components["schemas"]["Timestamp"] | null;
            metadata: components["schemas"]["OpaqueJson"] | null;
            /** @description The provider's key. */
            provider: string;
            /** @description Tells the settings that it fits from others. */
            sourceEnvironmentConfigFingerprint: string;
            /** @description What its sandbox started from, if from a template. */
            sourceTemplateRef: string | null;
            /** @description Where it stands. */
            status: components["schemas"]["TemplateStatus"];
            supersededByTemplateId: components["schemas"]["TemplateId"] | null;
            /** @description What it is. */
            templateKind: components["schemas"]["TemplateKind"];
            /** @description The provider's name for it. */
            templateRef: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description What a company looks like from above. */
        Dashboard: {
            /** @description Its agents by how they stand. */
            agents: components["schemas"]["DashboardAgents"];
            /** @description What its budgets did. */
            budgets: components["schemas"]["DashboardBudgets"];
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description What it spends. */
            costs: components["schemas"]["DashboardCosts"];
            /**
             * Format: int64
             * @description Approvals that wait for the board.
             */
            pendingApprovals: number;
            /** @description Its runs by day, the oldest day first. */
            runActivity: components["schemas"]["DashboardRunDay"][];
            /** @description Its issues by how they stand. */
            tasks: components["schemas"]["DashboardTasks"];
        };
        /** @description How many agents stand where. */
        DashboardAgents: {
            /**
             * Format: int64
             * @description Those that could work.
             */
            active: number;
            /**
             * Format: int64
             * @description Those whose last failure has not been cleared.
             */
            error: number;
            /**
             * Format: int64
             * @description Those that are paused.
             */
            paused: number;
            /**
             * Format: int64
             * @description Those that work.
             */
            running: number;
        };
        /** @description What a company's budgets did. */
        DashboardBudgets: {
            /**
             * Format: int64
             * @description Limits that were met and not dealt with.
             */
            activeIncidents: number;
            /**
             * Format: int64
             * @description Agents that a budget paused.
             */
            pausedAgents: number;
            /**
             * Format: int64
             * @description Projects that a budget paused.
             */
            pausedProjects: number;
            /**
             * Format: int64
             * @description Approvals of more that wait for the board.
             */
            pendingApprovals: number;
        };
        /** @description What a company spends. */
        DashboardCosts: {
            /**
             * Format: int64
             * @description What it may spend in a month, in cents; zero for no limit.
             */
            monthBudgetCents: number;
            /**
             * Format: int64
             * @description What it has spent this month, in cents.
             */
            monthSpendCents: number;
            /** @description How much of the budget that is. */
            monthUtilizationPercent: components["schemas"]["Percent"];
        };
        /** @description The runs of one day. */
        DashboardRunDay: {
            /** @description The day in UTC, as `2026-01-02`. */
            date: string;
            /**
             * Format: int64
             * @description Runs that failed, and that nothing made up for.
             */
            failed: number;
            /** @description What went wrong in those that failed. */
            failedByErrorCode: {
                [key: string]: number;
            };
            /**
             * Format: int64
             * @description Runs that were cancelled, or go on.
             */
            other: number;
            /**
             * Format: int64
             * @description Runs that failed, and another made up for them.
             */
            recovered: number;
            /**
             * Format: int64
             * @description Runs that succeeded.
             */
            succeeded: number;
            /**
             * Format: int64
             * @description All runs.
             */
            total: number;
        };
        /** @description How many issues stand where. */
        DashboardTasks: {
            /**
             * Format: int64
             * @description Those that wait for something.
             */
            blocked: number;
            /**
             * Format: int64
             * @description Those that are done.
             */
            done: number;
            /**
             * Format: int64
             * @description Those that are worked on.
             */
            inProgress: number;
            /**
             * Format: int64
             * @description Those that are neither done nor cancelled.
             */
            open: number;
        };
        /** @description A decision. */
        DecideApprovalRequest: {
            /** @description What there is to say with it. */
            decisionNote?: string | null;
        };
        /** @enum {string} */
        DeleteBlockedReason: "managed_local" | "instance_default" | "reusable_sandbox_lease" | "pending_sandbox_cleanup" | "selected";
        /** @description Something that an issue waits for. */
        DiagnosedBlocker: components["schemas"]["IssueBrief"] & {
            /** @description What is remarkable about it. */
            flags: string[];
            /** @description Whether it holds nobody up. */
            isDependencyReady: boolean;
            /** @description Whether it is done but for its workspace. */
            isPendingFinalize: boolean;
            /** @description Whether it is not done. */
            isUnresolved: boolean;
        };
        /** @description How many blockers are shown at most. */
        DiagnosisCaps: {
            /** @description The number. */
            maxBlockers: number;
        };
        /** @enum {string} */
        DismissalKind: "dismiss" | "snooze";
        /** Format: uuid */
        DocumentId: string;
        /** @description A revision of a document. */
        DocumentRevision: {
            /** @description The text. */
            body: string;
            /** @description What was new in it. */
            changeSummary: string | null;
            /** @description The document's company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was written. */
            createdAt: components["schemas"]["Timestamp"];
            createdByAgentId: components["schemas"]["AgentId"] | null;
            /** @description The person who wrote it. */
            createdByUserId: string | null;
            /** @description The document. */
            documentId: components["schemas"]["DocumentId"];
            /** @description What the text is written in. */
            format: string;
            /** @description Its id. */
            id: components["schemas"]["DocumentRevisionId"];
            /** @description The document's issue. */
            issueId: components["schemas"]["IssueId"];
            /** @description The document's name within the issue. */
            key: string;
            /**
             * Format: int64
             * @description Its number, from 1 on.
             */
            revisionNumber: number;
            /** @description What the document was called. */
            title: string | null;
        };
        /** Format: uuid */
        DocumentRevisionId: string;
        /** @description A document without its text. */
        DocumentSummary: {
            /** @description Its company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was begun. */
            createdAt: components["schemas"]["Timestamp"];
            createdByAgentId: components["schemas"]["AgentId"] | null;
            /** @description The person who began it. */
            createdByUserId: string | null;
            /** @description What the text is written in. */
            format: string;
            /** @description Its id. */
            id: components["schemas"]["DocumentId"];
            /** @description Its issue. */
            issueId: components["schemas"]["IssueId"];
            /** @description Its name within the issue. */
            key: string;
            /** @description Its latest revision, which a change names. */
            latestRevisionId: components["schemas"]["DocumentRevisionId"];
            /**
             * Format: int64
             * @description The number of that.
             */
            latestRevisionNumber: number;
            lockedAt: components["schemas"]["Timestamp"] | null;
            lockedByAgentId: components["schemas"]["AgentId"] | null;
            /** @description The person who locked it. */
            lockedByUserId: string | null;
            sourceTrust: components["schemas"]["OpaqueJson"] | null;
            /** @description What it is called. */
            title: string | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            updatedByAgentId: components["schemas"]["AgentId"] | null;
            /** @description The person who wrote the latest revision. */
            updatedByUserId: string | null;
        };
        /** @description Something that was done and has nothing to show. */
        Done: {
            /** @description Always true. */
            ok: boolean;
        };
        /** @description A request to change what a waiting message says. */
        EditQueuedCommentRequest: {
            /** @description What it is to say. */
            body: string;
            seen: {
                /** @description The queue. */
                queueId: components["schemas"]["WakeupId"];
                /** @description Its revision. */
                revision: string;
            } & Record<string, never>;
        };
        EntityType: string;
        /** @description An environment. Whoever does not look after the instance sees no settings. */
        Environment: {
            /** @description How it is reached, with secrets by reference. */
            config: components["schemas"]["OpaqueJson"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description What it is for. */
            description: string | null;
            /** @description Its kind. */
            driver: components["schemas"]["EnvironmentDriver"];
            /** @description The variables of runs there, without their values. */
            envVars: components["schemas"]["OpaqueJson"];
            /** @description Its id. */
            id: components["schemas"]["EnvironmentId"];
            metadata: components["schemas"]["OpaqueJson"] | null;
            /** @description Its name, unique in the instance. */
            name: string;
            /** @description Whether it may be used. */
            status: components["schemas"]["EnvironmentStatus"];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description What can be done where. */
        EnvironmentCapabilities: {
            /** @description For each type of adapter. */
            adapters: components["schemas"]["AdapterEnvironments"][];
            /** @description Which kinds of environment there can be. */
            drivers: components["schemas"]["AdapterDrivers"];
            /** @description What each provider of sandboxes can do, by its key. */
            sandboxProviders: {
                [key: string]: components["schemas"]["SandboxProvider"];
            };
        };
        /** @description What chooses an environment. */
        EnvironmentChooser: {
            /** @description Whose it is. */
            companyId: components["schemas"]["CompanyId"];
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            /** @description What people call it. */
            name: string;
            /** @description What it is. */
            type: components["schemas"]["ChooserKind"];
        };
        /** @enum {string} */
        EnvironmentDriver: "local" | "ssh" | "sandbox" | "plugin";
        /** Format: uuid */
        EnvironmentId: string;
        /** @description What a company holds of an environment. */
        EnvironmentLease: {
            /** @description Since when it is held. */
            acquiredAt: components["schemas"]["Timestamp"];
            cleanupStatus: components["schemas"]["CleanupStatus"] | null;
            /** @description The company that holds it. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            environmentId: components["schemas"]["EnvironmentId"] | null;
            executionWorkspaceId: components["schemas"]["ExecutionWorkspaceId"] | null;
            expiresAt: components["schemas"]["Timestamp"] | null;
            /** @description Why it failed. */
            failureReason: string | null;
            heartbeatRunId: components["schemas"]["RunId"] | null;
            /** @description Its id. */
            id: components["schemas"]["LeaseId"];
            issueId: components["schemas"]["IssueId"] | null;
            /** @description When it was last used. */
            lastUsedAt: components["schemas"]["Timestamp"];
            /** @description What becomes of its place when it ends. */
            leasePolicy: components["schemas"]["LeasePolicy"];
            metadata: components["schemas"]["OpaqueJson"] | null;
            /** @description The provider of its place. */
            provider: string | null;
            /** @description What the provider calls the place. */
            providerLeaseId: string | null;
            releasedAt: components["schemas"]["Timestamp"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["LeaseStatus"];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description What came of trying an environment. */
        EnvironmentProbe: {
            /** @description More about it. */
            details: components["schemas"]["OpaqueJson"];
            /** @description Its kind. */
            driver: components["schemas"]["EnvironmentDriver"];
            /** @description Whether runs could work there. */
            ok: boolean;
            /** @description What was found, in a sentence. */
            summary: string;
        };
        /** @description A secret that an environment's settings name. */
        EnvironmentSecretRef: {
            /** @description The company that has it. */
            companyId: components["schemas"]["CompanyId"];
            /** @description That company's name. */
            companyName: string;
            /** @description The place in the settings. */
            configPath: string;
            /** @description Its name. */
            name: string;
            /** @description The secret. */
            secretId: components["schemas"]["SecretId"];
            /** @description Whether it is in use. */
            status: components["schemas"]["SecretStatus"];
        };
        /** @description The secrets that an environment's settings name. */
        EnvironmentSecretRefs: {
            /** @description They. */
            refs: components["schemas"]["EnvironmentSecretRef"][];
        };
        /** @enum {string} */
        EnvironmentStatus: "active" | "archived";
        /** @description The body of every refusal. */
        ErrorBody: {
            /** @description What is wrong, for programs. */
            code?: string;
            /** @description The facts. */
            details?: components["schemas"]["OpaqueJson"];
            /** @description What is wrong, for people. */
            error: string;
        };
        /** @enum {string} */
        EventLevel: "info" | "warn" | "error";
        /** @description How the work of a run stands. */
        Execution: {
            /**
             * Format: int32
             * @description Which attempt it is, from 1.
             */
            attempt: number;
            /** @description Why it does not go on, in a word. */
            cause: string | null;
            /**
             * Format: int32
             * @description How many there are at most.
             */
            maxAttempts: number;
            /** @description What may be done about it. */
            permittedActions: string[];
            /** @description In a word. */
            phase: components["schemas"]["ExecutionPhase"];
        };
        /** @description What keeps runs from starting on an issue. */
        ExecutionBlocker: {
            agentId: components["schemas"]["AgentId"] | null;
            /** @description What happened. */
            cause: string;
            /** @description Why the run ended, for people. */
            error: string | null;
            /** @description Why the run ended, in a word. */
            errorCode: string | null;
            /** @description What is to be done. */
            nextAction: string;
            /** @description The record of it. */
            recoveryActionId: components["schemas"]["RecoveryActionId"];
            runId: components["schemas"]["RunId"] | null;
        };
        /** @enum {string} */
        ExecutionPhase: "queued" | "retry_scheduled" | "running" | "stopping" | "completed" | "failed" | "cancelled" | "interrupted" | "recovery_needed";
        /** @description What a run did whose end nobody saw. */
        ExecutionReconciliation: {
            /** @description What it did. */
            actionOutcome: components["schemas"]["RunEffect"];
            /** @description How that is known. */
            outcomeEvidence: string;
            /** @description That it does nothing any more. */
            providerStopped: boolean;
            /** @description The run. */
            runId: components["schemas"]["RunId"];
        };
        /** @description Why messages wait although no run is at work. */
        ExecutionWait: {
            /** @description The same, for people. */
            message: string;
            /** @description Always `execution_recovery`. */
            reason: string;
        };
        /** Format: uuid */
        ExecutionWorkspaceId: string;
        /** @description A form with a file. */
        FileForm: {
            /**
             * Format: binary
             * @description The file, of at most 10 MiB.
             */
            file: string;
            issueCommentId?: components["schemas"]["CommentId"] | null;
            /** @description Of an image: a folder, which is a name and nothing more. */
            namespace?: string | null;
        };
        /** @description How many issues each value of a filter would leave. */
        FilterCounts: {
            /** @description By agent. */
            assigneeAgentId: {
                [key: string]: number;
            };
            /** @description By person. */
            assigneeUserId: {
                [key: string]: number;
            };
            /** @description By label; never told here. */
            labelId: {
                [key: string]: number;
            };
            /** @description By priority. */
            priority: {
                [key: string]: number;
            };
            /** @description By project. */
            projectId: {
                [key: string]: number;
            };
            /** @description By status. */
            status: {
                [key: string]: number;
            };
            /** @description By age. */
            updatedWithin: {
                [key: string]: number;
            };
        };
        /** @description Sums of the bookings of a biller. */
        FinanceByBiller: {
            /** @description Who sends the bill. */
            biller: string;
            /**
             * Format: int64
             * @description What came, in cents.
             */
            creditCents: number;
            /**
             * Format: int64
             * @description What went, in cents.
             */
            debitCents: number;
            /**
             * Format: int64
             * @description What of that which went is an estimate, in cents.
             */
            estimatedDebitCents: number;
            /**
             * Format: int64
             * @description How many bookings there are.
             */
            eventCount: number;
            /**
             * Format: int64
             * @description How many kinds of them.
             */
            kindCount: number;
            /**
             * Format: int64
             * @description What went and did not come back, in cents.
             */
            netCents: number;
        };
        /** @description Sums of the bookings of a kind. */
        FinanceByKind: {
            /**
             * Format: int64
             * @description How many billers.
             */
            billerCount: number;
            /**
             * Format: int64
             * @description What came, in cents.
             */
            creditCents: number;
            /**
             * Format: int64
             * @description What went, in cents.
             */
            debitCents: number;
            /**
             * Format: int64
             * @description What of that which went is an estimate, in cents.
             */
            estimatedDebitCents: number;
            /**
             * Format: int64
             * @description How many bookings there are.
             */
            eventCount: number;
            /** @description What they were for. */
            eventKind: components["schemas"]["FinanceEventKind"];
            /**
             * Format: int64
             * @description What went and did not come back, in cents.
             */
            netCents: number;
        };
        /** @enum {string} */
        FinanceDirection: "debit" | "credit";
        /** @description A booking. */
        FinanceEvent: {
            agentId: components["schemas"]["AgentId"] | null;
            /**
             * Format: int64
             * @description How much money, in cents.
             */
            amountCents: number;
            /** @description Who sends the bill. */
            biller: string;
            /** @description What else it is booked on. */
            billingCode: string | null;
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            costEventId: components["schemas"]["CostEventId"] | null;
            /** @description When it was booked. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Of which currency. */
            currency: string;
            /** @description More about it. */
            description: string | null;
            /** @description Whether it goes or comes. */
            direction: components["schemas"]["FinanceDirection"];
            /** @description Whether it is an estimate. */
            estimated: boolean;
            /** @description What it is for. */
            eventKind: components["schemas"]["FinanceEventKind"];
            /** @description The adapter that used it. */
            executionAdapterType: string | null;
            /** @description The bill's own number. */
            externalInvoiceId: string | null;
            goalId: components["schemas"]["GoalId"] | null;
            heartbeatRunId: components["schemas"]["RunId"] | null;
            /** @description Its id. */
            id: components["schemas"]["FinanceEventId"];
            issueId: components["schemas"]["IssueId"] | null;
            metadataJson: components["schemas"]["OpaqueJson"] | null;
            /** @description Which model. */
            model: string | null;
            /** @description When it was. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The provider's tier. */
            pricingTier: string | null;
            projectId: components["schemas"]["ProjectId"] | null;
            /** @description Whose model was used. */
            provider: string | null;
            /**
             * Format: int64
             * @description How much of it.
             */
            quantity: number | null;
            /** @description Where. */
            region: string | null;
            unit: components["schemas"]["FinanceUnit"] | null;
        };
        /** Format: uuid */
        FinanceEventId: string;
        /** @enum {string} */
        FinanceEventKind: "inference_charge" | "platform_fee" | "credit_purchase" | "credit_refund" | "credit_expiry" | "byok_fee" | "gateway_overhead" | "log_storage_charge" | "logpush_charge" | "provisioned_capacity_charge" | "training_charge" | "custom_model_import_charge" | "custom_model_storage_charge" | "manual_adjustment";
        /** @description Sums of bookings. */
        FinanceSummary: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /**
             * Format: int64
             * @description What came, in cents.
             */
            creditCents: number;
            /**
             * Format: int64
             * @description What went, in cents.
             */
            debitCents: number;
            /**
             * Format: int64
             * @description What of that which went is an estimate, in cents.
             */
            estimatedDebitCents: number;
            /**
             * Format: int64
             * @description How many bookings there are.
             */
            eventCount: number;
            /**
             * Format: int64
             * @description What went and did not come back, in cents.
             */
            netCents: number;
        };
        /** @enum {string} */
        FinanceUnit: "input_token" | "output_token" | "cached_input_token" | "request" | "credit_usd" | "credit_unit" | "model_unit_minute" | "model_unit_hour" | "gb_month" | "train_token" | "unknown";
        /** @description A request to capture a session's sandbox. */
        FinishSetupRequest: {
            metadata?: components["schemas"]["OpaqueJson"] | null;
        };
        /** @description A session of which a template came. */
        FinishedSetupSession: {
            /** @description The session. */
            session: components["schemas"]["CustomImageSetupSession"];
            /** @description The template. */
            template: components["schemas"]["CustomImageTemplate"];
        };
        /** @description What a forced release ended. */
        ForceReleased: {
            /** @description The issue afterwards. */
            issue: components["schemas"]["Issue"];
            /** @description Who held it. */
            previous: components["schemas"]["PreviousHold"];
        };
        /** @description An issue that was found. */
        FoundIssue: {
            assigneeAgentId: components["schemas"]["AgentId"] | null;
            assigneeUserId: components["schemas"]["UserId"] | null;
            /** @description Its id. */
            id: components["schemas"]["IssueId"];
            /** @description Its name for people. */
            identifier: string;
            /** @description How much it matters. */
            priority: components["schemas"]["IssuePriority"];
            projectId: components["schemas"]["ProjectId"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["IssueStatus"];
            /** @description Its title. */
            title: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A goal. */
        Goal: {
            /** @description The company that has it. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was set. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description More about it. */
            description: string | null;
            /** @description Its id. */
            id: components["schemas"]["GoalId"];
            /** @description Whose goal it is. */
            level: components["schemas"]["GoalLevel"];
            ownerAgentId: components["schemas"]["AgentId"] | null;
            parentId: components["schemas"]["GoalId"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["GoalStatus"];
            /** @description What is to be reached. */
            title: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** Format: uuid */
        GoalId: string;
        /** @enum {string} */
        GoalLevel: "company" | "team" | "agent" | "task";
        /** @description A goal, by name. */
        GoalName: {
            /** @description Its id. */
            id: components["schemas"]["GoalId"];
            /** @description What is to be reached. */
            title: string;
        };
        /** @description A goal as an issue's ancestors tell of it. */
        GoalReference: {
            /** @description What it is. */
            description: string | null;
            /** @description Its id. */
            id: components["schemas"]["GoalId"];
            /** @description Whose it is. */
            level: components["schemas"]["GoalLevel"];
            /** @description Where it stands. */
            status: components["schemas"]["GoalStatus"];
            /** @description Its title. */
            title: string;
        };
        /** @enum {string} */
        GoalStatus: "planned" | "active" | "achieved" | "cancelled";
        /** @description Something that a member was given. */
        Grant: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When. */
            createdAt: components["schemas"]["Timestamp"];
            grantedByUserId: components["schemas"]["UserId"] | null;
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            /** @description What was given. */
            permissionKey: components["schemas"]["Permission"];
            /** @description Who it is. */
            principalId: string;
            /** @description What the member is. */
            principalType: components["schemas"]["PrincipalType"];
            scope: components["schemas"]["OpaqueJson"] | null;
            /** @description When that was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description Something to be given. */
        GrantRequest: {
            /** @description What. */
            permissionKey: components["schemas"]["Permission"];
            scope?: components["schemas"]["OpaqueJson"] | null;
        };
        /** @description How the server is. */
        Health: {
            /** @description Whether people can sign in. */
            authReady: boolean;
            /** @description Whether an invitation of the first administrator is open. */
            bootstrapInviteActive: boolean;
            /** @description Whether the first administrator is there: `ready` or `bootstrap_pending`. */
            bootstrapStatus: string;
            /** @description Whom the server is there for: `private`. */
            deploymentExposure: string;
            /** @description Who is let in without a credential: `local_trusted` or `authenticated`. */
            deploymentMode: string;
            /** @description What this server allows. */
            features: components["schemas"]["HealthFeatures"];
            /** @description How far the server has come. */
            phase: components["schemas"]["HealthPhase"];
            /** @description `ok`, or the answer would not be. */
            status: string;
            /** @description The program's version. */
            version: string;
        };
        /** @description What a server allows. */
        HealthFeatures: {
            /** @description Whether companies may be removed for good. */
            companyDeletionEnabled: boolean;
        };
        /**
         * @description How far a server has come.
         * @enum {string}
         */
        HealthPhase: "starting" | "reconciling" | "ready" | "draining" | "stopping";
        /** @description What an agent is told of its issue. */
        HeartbeatContext: {
            /** @description The issues above it, nearest first. */
            ancestors: components["schemas"]["ContextAncestor"][];
            /** @description Its attachments, the newest twenty. */
            attachments: components["schemas"]["AttachmentOfContext"][];
            /** @description How far its comments go. */
            commentCursor: components["schemas"]["CommentCursor"];
            continuationSummary: components["schemas"]["OpaqueJson"] | null;
            currentExecutionWorkspace: components["schemas"]["OpaqueJson"] | null;
            documentReviewContext: components["schemas"]["OpaqueJson"] | null;
            goal: components["schemas"]["ContextGoal"] | null;
            /** @description The issue. */
            issue: components["schemas"]["ContextIssue"];
            planReviewContext: components["schemas"]["OpaqueJson"] | null;
            project: components["schemas"]["ContextProject"] | null;
            wakeComment: components["schemas"]["Comment"] | null;
        };
        /** @description A place in a text, in characters. */
        Highlight: {
            /** @description Where it ends. */
            end: number;
            /** @description Where it begins. */
            start: number;
        };
        /** @description What became of a request to hire. */
        Hire: {
            /** @description The agent: at work, or waiting for the board. */
            agent: components["schemas"]["Agent"];
            approval: components["schemas"]["Approval"] | null;
        };
        HireAgentRequest: {
            adapterConfig?: components["schemas"]["OpaqueJson"] | null;
            /** @description The code that runs it; `process` if nothing is said. */
            adapterType?: string | null;
            /**
             * Format: int64
             * @description How much it may spend in a month, in cents; zero is no limit.
             */
            budgetMonthlyCents?: number | null;
            /** @description What it can do. */
            capabilities?: string | null;
            defaultEnvironmentId?: components["schemas"]["RowId"] | null;
            /** @description Its icon. */
            icon?: string | null;
            metadata?: components["schemas"]["OpaqueJson"] | null;
            /** @description Its name. */
            name: string;
            reportsTo?: components["schemas"]["AgentId"] | null;
            role?: components["schemas"]["AgentRole"] | null;
            runtimeConfig?: components["schemas"]["OpaqueJson"] | null;
            /** @description Its title. */
            title?: string | null;
        } & {
            sourceIssueId?: components["schemas"]["IssueId"] | null;
            /** @description The issues that are the reason. */
            sourceIssueIds?: components["schemas"]["IssueId"][] | null;
        };
        /** @description Which run holds an issue. */
        HoldFields: {
            checkoutRunId: components["schemas"]["RunId"] | null;
            /** @description The key of that run's agent. */
            executionAgentNameKey: string | null;
            executionLockedAt: components["schemas"]["Timestamp"] | null;
            executionRunId: components["schemas"]["RunId"] | null;
        };
        /** @description What waits for a person, and was not put away. */
        Inbox: {
            /** @description What there is to decide, newest first. */
            approvals: components["schemas"]["Approval"][];
            /** @description The last runs of agents, where they failed, newest first. */
            failedRuns: components["schemas"]["Run"][];
            /**
             * @description Open issues that are theirs, and those of others that wait for a review: at most 200 of
             *     each, the last changed first.
             */
            issues: components["schemas"]["CompactIssue"][];
        };
        /** @description That a person put an issue away from their inbox. */
        InboxArchive: {
            /** @description When it was archived. */
            archivedAt: components["schemas"]["Timestamp"];
            /** @description What kind of actor put it away. */
            archivedByActorType: components["schemas"]["ActorType"];
            archivedByAgentId: components["schemas"]["AgentId"] | null;
            archivedByRunId: components["schemas"]["RunId"] | null;
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was first archived. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            /** @description The issue. */
            issueId: components["schemas"]["IssueId"];
            /** @description When this was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The person. */
            userId: components["schemas"]["UserId"];
        };
        /** @description An item that a person wants to be told of no more, or not now. */
        InboxDismissal: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When the item was dismissed for the first time. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Since when. */
            dismissedAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["InboxDismissalId"];
            /** @description Which item, such as `run:…`. */
            itemKey: string;
            /** @description For how long. */
            kind: components["schemas"]["DismissalKind"];
            snoozedUntil: components["schemas"]["Timestamp"] | null;
            /** @description When that was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Whose inbox. */
            userId: components["schemas"]["UserId"];
        };
        /** Format: uuid */
        InboxDismissalId: string;
        /** @description Something that an agent has to do. */
        InboxItem: {
            activeRecoveryAction: components["schemas"]["RecoveryAction"] | null;
            activeRun: components["schemas"]["InboxRun"] | null;
            /** @description Whether nothing must be done before it. */
            dependencyReady: boolean;
            goalId: components["schemas"]["GoalId"] | null;
            /** @description The issue. */
            id: components["schemas"]["IssueId"];
            /** @description Its identifier. */
            identifier: string;
            parentId: components["schemas"]["IssueId"] | null;
            /** @description How much it matters. */
            priority: components["schemas"]["IssuePriority"];
            projectId: components["schemas"]["ProjectId"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["IssueStatus"];
            /** @description Its title. */
            title: string;
            /** @description How many issues must be done before it. */
            unresolvedBlockerCount: number;
            /** @description Those issues. */
            unresolvedBlockerIssueIds: components["schemas"]["IssueId"][];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A run that holds an issue. */
        InboxRun: {
            /** @description Its agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description The run. */
            id: components["schemas"]["RunId"];
            /** @description Always `running`: no other run can hold an issue. */
            status: string;
        };
        /** @enum {string} */
        IncidentAction: "keep_paused" | "raise_budget_and_resume";
        /** @enum {string} */
        IncidentStatus: "open" | "resolved" | "dismissed";
        /** @description A request to install an adapter. */
        InstallAdapterRequest: {
            /** @description The package that has it. */
            packageName?: string | null;
        };
        /** @description That somebody looks after the instance. */
        InstanceRole: {
            /** @description Since when. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            /** @description As what: `instance_admin`. */
            role: string;
            /** @description When that was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Who. */
            userId: components["schemas"]["UserId"];
        };
        /** @description What the whole instance is set to. */
        InstanceSettings: {
            createdAt: components["schemas"]["Timestamp"] | null;
            defaultEnvironmentId: components["schemas"]["EnvironmentId"] | null;
            updatedAt: components["schemas"]["Timestamp"] | null;
        };
        /** @enum {string} */
        InvocationSource: "timer" | "assignment" | "on_demand" | "automation";
        /** @description What every answer with a whole issue has. */
        Issue: components["schemas"]["ConversationFields"] & components["schemas"]["HoldFields"] & components["schemas"]["MonitorFields"] & {
            assigneeAdapterOverrides: components["schemas"]["OpaqueJson"] | null;
            assigneeAgentId: components["schemas"]["AgentId"] | null;
            assigneeUserId: components["schemas"]["UserId"] | null;
            /** @description What its cost is booked on. */
            billingCode: string | null;
            blockedTransitionAt: components["schemas"]["Timestamp"] | null;
            cancelledAt: components["schemas"]["Timestamp"] | null;
            /** @description The company that has it. */
            companyId: components["schemas"]["CompanyId"];
            completedAt: components["schemas"]["Timestamp"] | null;
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            createdByAgentId: components["schemas"]["AgentId"] | null;
            createdByUserId: components["schemas"]["UserId"] | null;
            /** @description What is to be done. */
            description: string | null;
            executionPolicy: components["schemas"]["OpaqueJson"] | null;
            executionState: components["schemas"]["OpaqueJson"] | null;
            executionWorkspaceId: components["schemas"]["RowId"] | null;
            /** @description Which kind of workspace is preferred. */
            executionWorkspacePreference: string | null;
            executionWorkspaceSettings: components["schemas"]["OpaqueJson"] | null;
            goalId: components["schemas"]["GoalId"] | null;
            hiddenAt: components["schemas"]["Timestamp"] | null;
            /** @description Its id. */
            id: components["schemas"]["IssueId"];
            /** @description Its name for people. */
            identifier: string;
            /**
             * Format: int64
             * @description Its number within the company.
             */
            issueNumber: number;
            /** @description The ids of its labels, in the same order. */
            labelIds: components["schemas"]["LabelId"][];
            /** @description Its labels, by name. */
            labels: components["schemas"]["Label"][];
            /** @description What tells two of the same origin apart. */
            originFingerprint: string;
            /** @description Which one of that kind. */
            originId: string | null;
            /** @description What made it. */
            originKind: string;
            originRunId: components["schemas"]["RunId"] | null;
            parentId: components["schemas"]["IssueId"] | null;
            /** @description How much it matters. */
            priority: components["schemas"]["IssuePriority"];
            projectId: components["schemas"]["ProjectId"] | null;
            projectWorkspaceId: components["schemas"]["ProjectWorkspaceId"] | null;
            /**
             * Format: int32
             * @description How many requests led to it.
             */
            requestDepth: number;
            responsibleUserId: components["schemas"]["UserId"] | null;
            reviewPolicy: components["schemas"]["ReviewPolicy"] | null;
            startedAt: components["schemas"]["Timestamp"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["IssueStatus"];
            /**
             * Format: int64
             * @description How often its status changed.
             */
            statusVersion: number;
            /** @description What is to be done, in a line. */
            title: string;
            unblockDescriptor: components["schemas"]["OpaqueJson"] | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description What is expected of the agent that works on it. */
            workMode: components["schemas"]["WorkMode"];
        };
        /** @description Another issue, as far as an issue tells of it. */
        IssueBrief: {
            assigneeAgentId: components["schemas"]["AgentId"] | null;
            assigneeUserId: components["schemas"]["UserId"] | null;
            /** @description Its id. */
            id: components["schemas"]["IssueId"];
            /** @description Its name for people. */
            identifier: string;
            /** @description How much it matters. */
            priority: components["schemas"]["IssuePriority"];
            /** @description Where it stands. */
            status: components["schemas"]["IssueStatus"];
            /** @description Its title. */
            title: string;
        };
        /** @enum {string} */
        IssueCommentStatus: "not_applicable" | "satisfied" | "retry_queued" | "retry_exhausted";
        /** @description What an issue and all below it cost. */
        IssueCostSummary: components["schemas"]["SummedCosts"] & {
            /** @description Whether what is below the issue is told. */
            includeDescendants: boolean;
            /**
             * Format: int64
             * @description How many issues are summed up.
             */
            issueCount: number;
            /** @description The issue. */
            issueId: components["schemas"]["IssueId"];
            /**
             * Format: int64
             * @description How many runs have started for them.
             */
            runCount: number;
            /**
             * Format: int64
             * @description How long these ran, in milliseconds, as far as they have ended.
             */
            runtimeMs: number;
        };
        /** @description How many issues there are. */
        IssueCount: {
            /**
             * Format: int64
             * @description The number.
             */
            count: number;
        };
        /** @description One issue with all that surrounds it. */
        IssueDetail: components["schemas"]["Issue"] & {
            activeRecoveryAction: components["schemas"]["RecoveryAction"] | null;
            /** @description The issues above it, nearest first. */
            ancestors: components["schemas"]["AncestorIssue"][];
            /** @description When the caller put it away from their inbox. */
            archivedAt?: components["schemas"]["Timestamp"];
            /** @description The issues that it waits for. */
            blockedBy: components["schemas"]["BlockingIssue"][];
            /** @description How its blockers stand. */
            blockerAttention: components["schemas"]["BlockerAttention"];
            /** @description The issues that wait for it. */
            blocks: components["schemas"]["BlockingIssue"][];
            currentExecutionWorkspace: components["schemas"]["OpaqueJson"] | null;
            /** @description Its documents, without their texts. */
            documentSummaries: components["schemas"]["DocumentSummary"][];
            executionBlocker: components["schemas"]["ExecutionBlocker"] | null;
            externalChannelBinding: components["schemas"]["OpaqueJson"] | null;
            goal: components["schemas"]["Goal"] | null;
            legacyPlanDocument: components["schemas"]["OpaqueJson"] | null;
            /** @description The cases that it belongs to; not built. */
            linkedCases: components["schemas"]["OpaqueJson"][];
            /** @description The projects that its texts name; not built. */
            mentionedProjects: components["schemas"]["OpaqueJson"][];
            planDocument: components["schemas"]["IssueDocument"] | null;
            project: components["schemas"]["Project"] | null;
            /** @description The identifiers of those that it names. */
            referencedIssueIdentifiers: string[];
            /** @description The issues that its texts name, and those that name it. */
            relatedWork: components["schemas"]["RelatedWork"];
            /** @description How its review stands. */
            reviewAttention: components["schemas"]["ReviewAttention"];
            scheduledRetry: components["schemas"]["ScheduledRetry"] | null;
            successfulRunHandoff: components["schemas"]["OpaqueJson"] | null;
            waitsFor: components["schemas"]["WaitsFor"] | null;
            /** @description What came of it; not built. */
            workProducts: components["schemas"]["OpaqueJson"][];
        };
        /** @description A document with its text. */
        IssueDocument: components["schemas"]["DocumentSummary"] & {
            /** @description Its text. */
            body: string;
        };
        /** @description By which run an issue is executed. */
        IssueExecution: {
            agentId: components["schemas"]["AgentId"] | null;
            execution: components["schemas"]["Execution"] | null;
            /** @description The issue. */
            issueId: components["schemas"]["IssueId"];
            runId: components["schemas"]["RunId"] | null;
            status: components["schemas"]["RunStatus"] | null;
        };
        /** Format: uuid */
        IssueId: string;
        /** @description What a list of issues is made of, by its `view`. */
        IssueList: components["schemas"]["ListedIssue"][] | components["schemas"]["CompactIssue"][] | components["schemas"]["IssueRow"][];
        /** @description What an issue's page shows first. */
        IssuePage: {
            /** @description What happened to it, newest first. */
            activity: components["schemas"]["ActivityEntry"][];
            /** @description Its files, newest first. */
            attachments: components["schemas"]["Attachment"][];
            /** @description Its newest comments, at most 50, newest first. */
            comments: components["schemas"]["Comment"][];
            commentsContinueAfter: components["schemas"]["CommentId"] | null;
            /** @description The issue with all that surrounds it. */
            issue: components["schemas"]["IssueDetail"];
            /** @description Its runs, newest first. */
            runs: components["schemas"]["RunOfIssue"][];
        };
        /** @enum {string} */
        IssuePriority: "critical" | "high" | "medium" | "low";
        /** @description An issue as a row on a screen: what a row shows and nothing else. */
        IssueRow: (components["schemas"]["SeenFields"] | null) & {
            /** @description What keeps it from going on by itself; there only if something does. */
            activeRecoveryAction?: components["schemas"]["RecoveryAction"];
            activeRun: components["schemas"]["ActiveRun"] | null;
            assigneeAgentId: components["schemas"]["AgentId"] | null;
            assigneeUserId: components["schemas"]["UserId"] | null;
            /** @description How its blockers stand; there only if it is blocked. */
            blockerAttention?: components["schemas"]["BlockerAttention"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description What keeps runs from starting on it; there only if something does. */
            executionBlocker?: components["schemas"]["ExecutionBlocker"];
            goalId: components["schemas"]["GoalId"] | null;
            /** @description Its id. */
            id: components["schemas"]["IssueId"];
            /** @description Its name for people. */
            identifier: string;
            /** @description The ids of its labels, by name. */
            labelIds: components["schemas"]["LabelId"][];
            /** @description Its labels, in the same order. */
            labels: components["schemas"]["Label"][];
            /** @description The last thing that happened to it. */
            lastActivityAt: components["schemas"]["Timestamp"];
            parentId: components["schemas"]["IssueId"] | null;
            /** @description How much it matters. */
            priority: components["schemas"]["IssuePriority"];
            projectId: components["schemas"]["ProjectId"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["IssueStatus"];
            /** @description What is to be done, in a line. */
            title: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        IssueStatus: "backlog" | "todo" | "in_progress" | "in_review" | "done" | "blocked" | "cancelled";
        /** @description What is known of the file of an asset. */
        KeptFile: {
            /**
             * Format: int64
             * @description How large it is, in bytes.
             */
            byteSize: number;
            /** @description Where its content is. */
            contentPath: string;
            /** @description What kind of file it is. */
            contentType: string;
            /** @description When it came in. */
            createdAt: components["schemas"]["Timestamp"];
            createdByAgentId: components["schemas"]["AgentId"] | null;
            /** @description The person who brought it. */
            createdByUserId: string | null;
            /** @description What it is called there. */
            objectKey: string;
            /** @description What it was called by whoever brought it. */
            originalFilename: string | null;
            /** @description Where it is kept: `local_disk`. */
            provider: string;
            /** @description The digest of what it holds, in hexadecimal digits. */
            sha256: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A label. */
        Label: {
            /** @description Its colour, as `#rrggbb`. */
            color: string;
            /** @description The company that has it. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["LabelId"];
            /** @description Its name, unique within the company. */
            name: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** Format: uuid */
        LabelId: string;
        /** Format: uuid */
        LeaseId: string;
        /** @enum {string} */
        LeasePolicy: "ephemeral" | "reuse_by_environment" | "reuse_by_execution_workspace" | "retain_on_failure";
        /** @enum {string} */
        LeaseStatus: "active" | "released" | "expired" | "failed" | "retained" | "pending_cleanup";
        /** @description A request to link an issue to an approval. */
        LinkApprovalRequest: {
            /** @description The approval. */
            approvalId: components["schemas"]["ApprovalId"];
        };
        /** @description An issue of a list. */
        ListedIssue: components["schemas"]["Issue"] & (components["schemas"]["SeenFields"] | null) & {
            activeRecoveryAction: components["schemas"]["RecoveryAction"] | null;
            activeRun: components["schemas"]["ActiveRun"] | null;
            /** @description What it waits for, if that was asked for. */
            blockedBy?: components["schemas"]["IssueBrief"][];
            /** @description How its blockers stand. */
            blockerAttention: components["schemas"]["BlockerAttention"];
            /** @description Whether the description was cut. */
            descriptionTruncated: boolean;
            /** @description What keeps runs from starting on it. */
            executionBlocker?: components["schemas"]["ExecutionBlocker"];
            /** @description The last thing that happened to it. */
            lastActivityAt: components["schemas"]["Timestamp"];
            /** @description How its review stands. */
            reviewAttention: components["schemas"]["ReviewAttention"];
            successfulRunHandoff: components["schemas"]["OpaqueJson"] | null;
        };
        /** @description A project in a list. */
        ListedProject: components["schemas"]["Project"] & {
            budget: components["schemas"]["ProjectBudget"] | null;
            /**
             * Format: int64
             * @description How many issues it has.
             */
            taskCount: number;
        };
        /** @description Somebody in the list of people. */
        ListedUser: components["schemas"]["Profile"] & {
            /**
             * Format: int64
             * @description To how many companies they belong.
             */
            activeCompanyMembershipCount?: number;
            /** @description Whether they look after the instance. */
            isInstanceAdmin: boolean;
        };
        /** @enum {string} */
        LivenessState: "completed" | "advanced" | "plan_only" | "empty_response" | "blocked" | "failed" | "needs_followup";
        /** @description A hold that was made. */
        MadeTreeHold: {
            /** @description The hold. */
            hold: components["schemas"]["TreeHold"];
            /** @description What it did. */
            preview: components["schemas"]["TreePreview"];
        };
        /** @description A member of a company, with what they were given. */
        Member: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description Since when. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description What they were given. */
            grants: components["schemas"]["Grant"][];
            /** @description The membership's id. */
            id: components["schemas"]["MembershipId"];
            /** @description As what. */
            membershipRole: components["schemas"]["CompanyRole"];
            /** @description Who it is. */
            principalId: string;
            /** @description What the member is. */
            principalType: components["schemas"]["PrincipalType"];
            /** @description Whether they can be taken out. */
            removal?: components["schemas"]["Removal"];
            /** @description Whether they take part. */
            status: components["schemas"]["MemberStatus"];
            /** @description When that was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            user: components["schemas"]["Profile"] | null;
        };
        /** @enum {string} */
        MemberStatus: "pending" | "active" | "suspended" | "archived";
        /** @description Who belongs to a company, with what they were given. */
        Members: {
            /** @description What the caller may do with them. */
            access: components["schemas"]["MembersAccess"];
            /** @description The members. */
            members: components["schemas"]["Member"][];
        };
        /** @description What a caller may do with a company's members. */
        MembersAccess: {
            /** @description Whether they may let in who asked. */
            canApproveJoinRequests: boolean;
            /** @description Whether they may invite people. */
            canInviteUsers: boolean;
            /** @description Whether they may change members. */
            canManageMembers: boolean;
            currentUserRole: components["schemas"]["CompanyRole"] | null;
        };
        /** Format: uuid */
        MembershipId: string;
        /** @enum {string} */
        MembershipState: "joined" | "left";
        /** @description What belongs to monitors. */
        MonitorFields: {
            /** Format: int32 */
            monitorAttemptCount: number;
            monitorLastTriggeredAt: components["schemas"]["OpaqueJson"] | null;
            monitorNextCheckAt: components["schemas"]["OpaqueJson"] | null;
            monitorNotes: components["schemas"]["OpaqueJson"] | null;
            monitorScheduledBy: components["schemas"]["OpaqueJson"] | null;
            monitorWakeRequestedAt: components["schemas"]["OpaqueJson"] | null;
        };
        /** @description A membership with its company's name. */
        NamedMembership: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description What the company is called. */
            companyName: string;
            /** @description Whether the company works. */
            companyStatus: components["schemas"]["CompanyStatus"];
            /** @description Since when. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description The membership's id. */
            id: components["schemas"]["MembershipId"];
            /** @description As what. */
            membershipRole: components["schemas"]["CompanyRole"];
            /** @description Who it is. */
            principalId: string;
            /** @description What the member is. */
            principalType: components["schemas"]["PrincipalType"];
            /** @description Whether they take part. */
            status: components["schemas"]["MemberStatus"];
            /** @description When that was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A run with the names of its agent. */
        NamedRun: components["schemas"]["Run"] & {
            /** @description Its agent's adapter. */
            adapterType: components["schemas"]["AdapterType"];
            /** @description Its agent's name. */
            agentName: string;
            issueId: components["schemas"]["IssueId"] | null;
        };
        /**
         * @description Members that clients expect and that are always the same: they belong to runners, controllers
         *     and identities that are not built.
         */
        NeverFilled: {
            activeIdentityContextId: components["schemas"]["RowId"] | null;
            completionContractId: string | null;
            completionContractSha256: string | null;
            controllerBootId: components["schemas"]["RowId"] | null;
            controllerLeaseExpiresAt: components["schemas"]["Timestamp"] | null;
            driverKind: string | null;
            driverVersion: string | null;
            executionControlDeadlineAt: components["schemas"]["Timestamp"] | null;
            executionStage: string | null;
            executionStatusDeliveryId: components["schemas"]["RowId"] | null;
            externalRunId: string | null;
            logCompressed: boolean;
            nativeIssueId: components["schemas"]["RowId"] | null;
            nativePhase: string | null;
            nativePhaseUpdatedAt: components["schemas"]["Timestamp"] | null;
            nativeSessionId: components["schemas"]["RowId"] | null;
            runnerInstanceId: components["schemas"]["RowId"] | null;
            runnerProfileJson: components["schemas"]["OpaqueJson"] | null;
            runtimeMode: string;
            runtimeModeReason: string | null;
            runtimeModeResolvedAt: components["schemas"]["Timestamp"] | null;
            runtimeModeResolverVersion: string | null;
        };
        /** @description Why no run serves a request, or none yet. */
        NoRun: {
            executionAgentId: components["schemas"]["AgentId"] | null;
            /** @description That agent's name, if the run is at work. */
            executionAgentName: string | null;
            executionRunId: components["schemas"]["RunId"] | null;
            issueId: components["schemas"]["IssueId"] | null;
            /** @description Why, for people. */
            message: string;
            /** @description Why, in a word. */
            reason: components["schemas"]["NoRunReason"];
            /** @description Why it was refused, in the word that its receipt has; absent if it was not. */
            skipReason?: components["schemas"]["SkipReason"];
            /** @description Always `skipped`. */
            status: string;
        };
        /** @enum {string} */
        NoRunReason: "issue_execution_deferred" | "execution_reconciliation_required" | "wakeup_skipped";
        /** @description A request that says nothing. */
        NothingRequest: Record<string, never>;
        OpaqueJson: unknown;
        /** @description A request to put waiting messages in another order. */
        OrderQueuedCommentsRequest: {
            /** @description All messages that wait, in the order that is asked for. */
            orderedCommentIds: components["schemas"]["CommentId"][];
            seen: {
                /** @description The queue. */
                queueId: components["schemas"]["WakeupId"];
                /** @description Its revision. */
                revision: string;
            } & Record<string, never>;
        };
        /** @description Whether the chain of those above an agent can work. */
        OrgChainHealth: {
            /** @description What a paused manager means. */
            escalationWarning: string | null;
            firstInvalidAncestor: components["schemas"]["Ancestor"] | null;
            /** @description The agent and all above it, nearest first; in a list, the nearest of them. */
            fullChain: components["schemas"]["ChainLink"][];
            /** @description How long the chain is, if a list does not name all of it. */
            fullChainLength?: number;
            /** @description Those above that are terminated. */
            invalidAncestors: components["schemas"]["Ancestor"][];
            /** @description Those above that are paused. */
            pausedAncestors: components["schemas"]["Ancestor"][];
            /** @description Why. */
            reason: string;
            /** @description How to fix it. */
            repairGuidance: string | null;
            /** @description `healthy` or `invalid_org_chain`. */
            status: string;
        };
        /** @description An agent with those who report to it. */
        OrgNode: {
            /** @description The agent. */
            id: components["schemas"]["AgentId"];
            /** @description Its name. */
            name: string;
            /** @description Those who report to it. */
            reports: components["schemas"]["OrgNode"][];
            /** @description What it was hired as. */
            role: components["schemas"]["AgentRole"];
            /** @description Its standing. */
            status: components["schemas"]["AgentStatus"];
        };
        /** @enum {string} */
        OutputStream: "stdout" | "stderr" | "system";
        /** @enum {string} */
        PauseReason: "manual" | "budget" | "system" | "company_archived" | "import";
        Percent: number;
        /** @enum {string} */
        Permission: "agents:create" | "agents:configure" | "agents:suggest-changes" | "skills:create" | "skills:suggest-changes" | "environments:manage" | "tools:admin" | "tools:manage_connections" | "tools:manage_profiles" | "tools:view_audit" | "audit:view_agent_actions" | "tools:use" | "tools:manage_runtime" | "inbox:manage" | "users:invite" | "users:manage_permissions" | "tasks:assign" | "tasks:assign_scope" | "tasks:manage_active_checkouts" | "pipelines:write" | "joins:approve";
        /** @description What belongs to plans, and how many runs there were. */
        PlanCosts: {
            /**
             * Format: int64
             * @description Runs that were billed by use. A run counts when it first reports.
             */
            apiRunCount: number;
            /**
             * Format: int64
             * @description Tokens of plans read from caches.
             */
            subscriptionCachedInputTokens: number;
            /**
             * Format: int64
             * @description Tokens of plans read, without the cached ones.
             */
            subscriptionInputTokens: number;
            /**
             * Format: int64
             * @description Tokens of plans written.
             */
            subscriptionOutputTokens: number;
            /**
             * Format: int64
             * @description Runs that belong to plans.
             */
            subscriptionRunCount: number;
        };
        /** @enum {string} */
        PolicyStatus: "ok" | "warning" | "hard_stop";
        /** @description A question what a control would do. */
        PreviewTreeHoldRequest: {
            /** @description What would be done. */
            mode: components["schemas"]["TreeMode"];
            releasePolicy?: components["schemas"]["ReleasePolicyRequest"] | null;
        };
        /** @description Who held an issue. */
        PreviousHold: {
            checkoutRunId: components["schemas"]["RunId"] | null;
            executionRunId: components["schemas"]["RunId"] | null;
        };
        /** @enum {string} */
        PrincipalType: "user" | "agent";
        /** @description A request to try settings before they are saved. */
        ProbeConfigRequest: {
            config?: components["schemas"]["OpaqueJson"] | null;
            /** @description What it is for. */
            description?: string | null;
            /** @description The kind. */
            driver: components["schemas"]["EnvironmentDriver"];
            envVars?: components["schemas"]["OpaqueJson"] | null;
            metadata?: components["schemas"]["OpaqueJson"] | null;
            /** @description What it shall be called. */
            name?: string | null;
        };
        /** @description What is known of a person. */
        Profile: {
            /** @description Where mail reaches them. */
            email: string;
            /** @description Their id. */
            id: components["schemas"]["UserId"];
            /** @description Where their picture is. */
            image: string | null;
            /** @description What they are called. */
            name: string;
        };
        /** @description A project. */
        Project: {
            archivedAt: components["schemas"]["Timestamp"] | null;
            /** @description Where its code is. */
            codebase: components["schemas"]["Codebase"];
            /** @description Its colour. */
            color: string | null;
            /** @description The company that has it. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description What it is. */
            description: string | null;
            env: components["schemas"]["OpaqueJson"] | null;
            executionWorkspacePolicy: components["schemas"]["OpaqueJson"] | null;
            goalId: components["schemas"]["GoalId"] | null;
            /** @description The goals that it serves, the main one first. */
            goalIds: components["schemas"]["GoalId"][];
            /** @description The same, with their titles. */
            goals: components["schemas"]["GoalName"][];
            /** @description Its icon. */
            icon: string | null;
            /** @description Its id. */
            id: components["schemas"]["ProjectId"];
            leadAgentId: components["schemas"]["AgentId"] | null;
            managedByPlugin: components["schemas"]["OpaqueJson"] | null;
            /** @description Its name, unique within the company. */
            name: string;
            pauseReason: components["schemas"]["PauseReason"] | null;
            pausedAt: components["schemas"]["Timestamp"] | null;
            primaryWorkspace: components["schemas"]["ProjectWorkspace"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["ProjectStatus"];
            /** @description When it is to be done, as a date. */
            targetDate: string | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description By what paths call it, beside its id. */
            urlKey: string;
            /** @description Its workspaces, the primary one first. */
            workspaces: components["schemas"]["ProjectWorkspace"][];
        };
        /** @description What may be spent for a project. */
        ProjectBudget: {
            /**
             * Format: int64
             * @description How much, in cents.
             */
            amountCents: number;
            /** @description Over which stretch of time. */
            windowKind: components["schemas"]["WindowKind"];
        };
        /** Format: uuid */
        ProjectId: string;
        /** @enum {string} */
        ProjectStatus: "backlog" | "planned" | "in_progress" | "completed" | "cancelled";
        /** @description A place where a project's files are. */
        ProjectWorkspace: {
            /** @description What tidies it up. */
            cleanupCommand: string | null;
            /** @description The company to which it belongs. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description The folder. */
            cwd: string | null;
            /** @description What work branches off from. */
            defaultRef: string | null;
            /** @description Its id. */
            id: components["schemas"]["ProjectWorkspaceId"];
            /** @description Whether it is the primary one. */
            isPrimary: boolean;
            metadata: components["schemas"]["OpaqueJson"] | null;
            /** @description Its name. */
            name: string;
            /** @description The project to which it belongs. */
            projectId: components["schemas"]["ProjectId"];
            /** @description Who provides a remote one. */
            remoteProvider: string | null;
            /** @description What the provider calls it. */
            remoteWorkspaceRef: string | null;
            /** @description What of the repository is used. */
            repoRef: string | null;
            /** @description The repository's address. */
            repoUrl: string | null;
            runtimeConfig: components["schemas"]["OpaqueJson"] | null;
            /** @description The services that run beside it; never told here. */
            runtimeServices: components["schemas"]["OpaqueJson"][];
            /** @description What makes it ready. */
            setupCommand: string | null;
            /** @description What runs share it under. */
            sharedWorkspaceKey: string | null;
            /** @description What kind of place it is. */
            sourceType: components["schemas"]["WorkspaceSource"];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Where it is offered. */
            visibility: components["schemas"]["WorkspaceVisibility"];
        };
        /** Format: uuid */
        ProjectWorkspaceId: string;
        /** @description How much of a provider's plan is used. */
        ProviderQuota: {
            /** @description Whether it could be asked. */
            ok: boolean;
            /** @description The provider. */
            provider: string;
            /** @description The plan's windows. */
            windows: components["schemas"]["QuotaWindow"][];
        };
        /** @description A message that waits. */
        QueuedComment: {
            /** @description Whether the caller may take it back. */
            canDiscard: boolean;
            /** @description Whether the caller may change what it says. */
            canEdit: boolean;
            /** @description The message. */
            comment: components["schemas"]["Comment"];
            /** @description Its place, from 0. */
            position: number;
        };
        /** @description A window of a provider's plan. */
        QuotaWindow: {
            /** @description Its name. */
            label: string;
            resetsAt: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int64
             * @description How much of it is used.
             */
            usedPercent: number | null;
        };
        /** @description That a person read an issue. */
        ReadState: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When they first read it. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            /** @description The issue. */
            issueId: components["schemas"]["IssueId"];
            /** @description When they last read it. */
            lastReadAt: components["schemas"]["Timestamp"];
            /** @description When this was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The person. */
            userId: components["schemas"]["UserId"];
        };
        /** @description A secret that the calling run may read. */
        ReadableSecret: {
            /** @description The places of the agent's settings that name it. */
            configPaths: string[];
            /** @description What it is for. */
            description: string | null;
            /** @description Its id. */
            id: components["schemas"]["SecretId"];
            /** @description The key by which it is read. */
            key: string;
            /**
             * Format: int32
             * @description The number of its newest value.
             */
            latestVersion: number;
            /** @description Its name. */
            name: string;
            /** @description Whether it may be read now. */
            status: components["schemas"]["SecretStatus"];
        };
        /** @description What the calling run may read by key. */
        ReadableSecrets: {
            /** @description The secrets, by key. */
            secrets: components["schemas"]["ReadableSecret"][];
        };
        /** @description What keeps an issue from going on by itself. */
        RecoveryAction: {
            /**
             * Format: int32
             * @description How often it was tried.
             */
            attemptCount: number;
            /** @description What happened. */
            cause: string;
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description The facts. */
            evidence: components["schemas"]["OpaqueJson"];
            /** @description What makes a second one about the same recognisable. */
            fingerprint: string;
            /** @description Its id. */
            id: components["schemas"]["RecoveryActionId"];
            /** @description Its kind. */
            kind: string;
            lastAttemptAt: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int32
             * @description How often it is tried at most.
             */
            maxAttempts: number | null;
            monitorPolicy: components["schemas"]["OpaqueJson"] | null;
            /** @description What is to be done. */
            nextAction: string;
            /** @description What came of it. */
            outcome: string | null;
            ownerAgentId: components["schemas"]["AgentId"] | null;
            /** @description What kind of somebody has to act. */
            ownerType: string;
            ownerUserId: components["schemas"]["UserId"] | null;
            previousOwnerAgentId: components["schemas"]["AgentId"] | null;
            recoveryIssueId: components["schemas"]["IssueId"] | null;
            /** @description What was said of it. */
            resolutionNote: string | null;
            resolvedAt: components["schemas"]["Timestamp"] | null;
            returnOwnerAgentId: components["schemas"]["AgentId"] | null;
            /** @description The issue. */
            sourceIssueId: components["schemas"]["IssueId"];
            /** @description Where it stands. */
            status: string;
            timeoutAt: components["schemas"]["Timestamp"] | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            wakePolicy: components["schemas"]["OpaqueJson"] | null;
        };
        /** Format: uuid */
        RecoveryActionId: string;
        /** @description What keeps one issue from going on by itself. */
        RecoveryActions: {
            /** @description All that are to be dealt with. */
            actions: components["schemas"]["RecoveryAction"][];
            active: components["schemas"]["RecoveryAction"] | null;
        };
        /** @enum {string} */
        RecoveryOutcome: "restored" | "handed_back" | "owner_completed" | "delegated" | "false_positive" | "blocked" | "escalated" | "cancelled";
        /** @description A text that names an issue. */
        ReferenceSource: {
            /** @description `title`, `description`, `comment` or `document`. */
            kind: string;
            /** @description The kind, for people. */
            label: string;
            /** @description What the text says. */
            matchedText: string | null;
            sourceRecordId: components["schemas"]["RowId"] | null;
        };
        /** @description An issue that names another, or is named. */
        RelatedIssue: {
            /** @description The issue. */
            issue: components["schemas"]["IssueBrief"];
            /** @description In how many texts. */
            mentionCount: number;
            /** @description In which. */
            sources: components["schemas"]["ReferenceSource"][];
        };
        /** @description The issues that an issue's texts name, and those whose texts name it. */
        RelatedWork: {
            /** @description Those that name it. */
            inbound: components["schemas"]["RelatedIssue"][];
            /** @description Those that it names. */
            outbound: components["schemas"]["RelatedIssue"][];
        };
        /** @description When a hold ends. */
        ReleasePolicy: {
            /** @description What is said of it. */
            note?: string;
            /** @description When. */
            strategy: components["schemas"]["ReleaseStrategy"];
        };
        /** @description When a hold shall end. */
        ReleasePolicyRequest: {
            /** @description What is said of it. */
            note?: string | null;
            strategy?: components["schemas"]["ReleaseStrategy"] | null;
        };
        /** @enum {string} */
        ReleaseStrategy: "manual" | "after_active_runs_finish";
        /** @description A wish that a hold ends. */
        ReleaseTreeHoldRequest: {
            metadata?: components["schemas"]["OpaqueJson"] | null;
            /** @description Why. */
            reason?: string | null;
        };
        /** @description A request to let a template go on with the settings as they are. */
        RelinkTemplateRequest: {
            /** @description Whether sandboxes may start from it although they would start from something else without it. */
            confirmBootSourceDrift?: boolean | null;
        };
        /** @description Whether a member can be taken out. */
        Removal: {
            /** @description Whether. */
            canArchive: boolean;
            /** @description Why not. */
            reason: string | null;
        };
        /** @description An environment that is gone. */
        RemovedEnvironment: components["schemas"]["Environment"] & {
            /**
             * Format: int64
             * @description How many sandboxes that waited to be used again went with it.
             */
            destroyedReusableSandboxLeaseCount: number;
        };
        /** @description A request to forget sessions. */
        ResetSessionRequest: {
            /** @description The task whose session is forgotten; all that runs left if none is named. */
            taskKey?: string | null;
        };
        /** @description What a reset left. */
        ResetSessionResponse: components["schemas"]["AgentRuntimeState"] & {
            /**
             * Format: int64
             * @description How many sessions it cleared.
             */
            clearedTaskSessions: number;
        };
        /** @description What somebody does about an incident. */
        ResolveIncidentRequest: {
            /** @description What. */
            action: components["schemas"]["IncidentAction"];
            /**
             * Format: int64
             * @description The new limit, in cents.
             */
            amount?: number | null;
            /** @description Why. */
            decisionNote?: string | null;
        };
        /** @description A wish to settle what keeps an issue from going on. */
        ResolveRecoveryRequest: {
            actionId?: components["schemas"]["RecoveryActionId"] | null;
            executionReconciliation?: components["schemas"]["ExecutionReconciliation"] | null;
            /** @description How. */
            outcome: components["schemas"]["RecoveryOutcome"];
            /** @description What is said of it. */
            resolutionNote?: string | null;
            sourceIssueStatus?: components["schemas"]["IssueStatus"] | null;
        };
        /** @description What a wish to settle came to. */
        ResolvedRecovery: {
            /** @description The issue afterwards. */
            issue: components["schemas"]["Issue"];
            /** @description What kept it. */
            recoveryAction: components["schemas"]["RecoveryAction"];
        };
        /** @description A person's relation to a project or an agent. */
        ResourceMembership: {
            /** @description To which one. */
            resourceId: components["schemas"]["RowId"];
            /** @description To what kind of thing. */
            resourceType: components["schemas"]["ResourceType"];
            starredAt: components["schemas"]["Timestamp"] | null;
            /** @description Whether they follow it. */
            state: components["schemas"]["MembershipState"];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A person's relations in a company. */
        ResourceMemberships: {
            /** @description Agents that they said something about. */
            agentMemberships: {
                [key: string]: components["schemas"]["MembershipState"];
            };
            /** @description When agents were starred. */
            agentStarredAt: {
                [key: string]: components["schemas"]["Timestamp"];
            };
            /** @description When documents were starred. */
            documentStarredAt: {
                [key: string]: components["schemas"]["Timestamp"];
            };
            /** @description Projects that they said something about. */
            projectMemberships: {
                [key: string]: components["schemas"]["MembershipState"];
            };
            /** @description When projects were starred. */
            projectStarredAt: {
                [key: string]: components["schemas"]["Timestamp"];
            };
            /** @description Starred agents, the last starred first. */
            starredAgentIds: components["schemas"]["RowId"][];
            /** @description Starred documents, the last starred first. */
            starredDocumentIds: components["schemas"]["RowId"][];
            /** @description Starred projects, the last starred first. */
            starredProjectIds: components["schemas"]["RowId"][];
            updatedAt: components["schemas"]["Timestamp"] | null;
        };
        /** @enum {string} */
        ResourceType: "agent" | "project";
        /** @description Another proposal. */
        ResubmitApprovalRequest: {
            payload?: components["schemas"]["OpaqueJson"] | null;
        };
        /** @description What became of taking an issue back into the inbox. */
        ReturnedToInbox: components["schemas"]["InboxArchive"] | components["schemas"]["TakenBack"];
        /** @description For what a sandbox waits. */
        ReusableLeaseHolder: {
            executionWorkspaceId: components["schemas"]["ExecutionWorkspaceId"] | null;
            /** @description Always null: workspaces have no names here. */
            executionWorkspaceName: string | null;
            issueId: components["schemas"]["IssueId"] | null;
            /** @description The issue's identifier. */
            issueIdentifier: string | null;
            /** @description The issue's title. */
            issueTitle: string | null;
            /** @description The lease. */
            leaseId: components["schemas"]["LeaseId"];
        };
        /** @description How an issue's review stands; reviews are not built. */
        ReviewAttention: {
            /** @description By whom the review could go on. */
            paths: components["schemas"]["OpaqueJson"][];
            /** @description Why it does not. */
            reason: string | null;
            /** @description `none`. */
            state: string;
        };
        /** @enum {string} */
        ReviewPolicy: "anyone" | "not_creator" | "human_only";
        /** @enum {string} */
        RevisionSource: "patch" | "rollback";
        /** @description A key that was revoked. */
        RevokedBoardKey: {
            /** @description Which. */
            keyId: components["schemas"]["BoardKeyId"];
            /** @description Always true. */
            ok: boolean;
        };
        /** @description The caller's own key that was revoked. */
        RevokedOwnKey: {
            /** @description Which. */
            keyId: components["schemas"]["BoardKeyId"];
            /** @description Always true. */
            revoked: boolean;
        };
        /** @description A template that is in its place again. */
        RolledBackTemplate: {
            /** @description The one from which sandboxes start. */
            activeTemplate: components["schemas"]["CustomImageTemplate"];
            /** @description The one before. */
            supersededTemplate: components["schemas"]["CustomImageTemplate"];
        };
        /** @description A request to give a secret another value. Cannot be printed, for its value. */
        RotateSecretRequest: {
            /**
             * Format: password
             * @description The value, which no answer tells.
             */
            value: string;
        };
        /** Format: uuid */
        RowId: string;
        /** @description A run. */
        Run: components["schemas"]["NeverFilled"] & {
            /** @description Its agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description What it knows of why it runs; in lists only the members that lists show. */
            contextSnapshot: components["schemas"]["OpaqueJson"];
            /**
             * Format: int32
             * @description Which continuation it is.
             */
            continuationAttempt: number;
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description What went wrong, for people. */
            error: string | null;
            /** @description What went wrong, as a code. */
            errorCode: string | null;
            /** @description How its work stands; absent in lists. */
            execution?: components["schemas"]["Execution"];
            /**
             * Format: int32
             * @description The exit code of its program.
             */
            exitCode: number | null;
            finishedAt: components["schemas"]["Timestamp"] | null;
            /** @description Its id. */
            id: components["schemas"]["RunId"];
            /** @description What asked for it. */
            invocationSource: components["schemas"]["InvocationSource"];
            issueCommentRetryQueuedAt: components["schemas"]["Timestamp"] | null;
            issueCommentSatisfiedByCommentId: components["schemas"]["CommentId"] | null;
            /** @description Whether it left the comment that its issue asks for. */
            issueCommentStatus: components["schemas"]["IssueCommentStatus"];
            lastOutputAt: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int64
             * @description The bytes of the log with it.
             */
            lastOutputBytes: number | null;
            /**
             * Format: int64
             * @description The number of that piece in the log.
             */
            lastOutputSeq: number;
            lastOutputStream: components["schemas"]["OutputStream"] | null;
            lastUsefulActionAt: components["schemas"]["Timestamp"] | null;
            /** @description Why. */
            livenessReason: string | null;
            livenessState: components["schemas"]["LivenessState"] | null;
            /**
             * Format: int64
             * @description The length of its log.
             */
            logBytes: number | null;
            /** @description The name of its log there. */
            logRef: string | null;
            /** @description The digest of its log. */
            logSha256: string | null;
            /** @description The kind of store that has its log. */
            logStore: string | null;
            /** @description What it said that comes next. */
            nextAction: string | null;
            /**
             * Format: int64
             * @description The number of its next note.
             */
            nextEventSeq: number;
            /**
             * Format: int32
             * @description The process group of its program.
             */
            processGroupId: number | null;
            /**
             * Format: int32
             * @description How often its process was lost before.
             */
            processLossRetryCount: number;
            /**
             * Format: int32
             * @description The process of its program.
             */
            processPid: number | null;
            processStartedAt: components["schemas"]["Timestamp"] | null;
            responsibleUserId: components["schemas"]["UserId"] | null;
            resultJson: components["schemas"]["OpaqueJson"] | null;
            retryOfRunId: components["schemas"]["RunId"] | null;
            scheduledRetryAt: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int32
             * @description Which attempt of its mechanism it is.
             */
            scheduledRetryAttempt: number;
            /** @description By which mechanism it repeats another. */
            scheduledRetryReason: string | null;
            /** @description The session that it left. */
            sessionIdAfter: string | null;
            /** @description The session that it resumed. */
            sessionIdBefore: string | null;
            /** @description The signal that ended its program. */
            signal: string | null;
            startedAt: components["schemas"]["Timestamp"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["RunStatus"];
            /** @description The last of its standard error; absent in lists. */
            stderrExcerpt: string | null;
            /** @description The last of its standard output; absent in lists. */
            stdoutExcerpt: string | null;
            triggerDetail: components["schemas"]["TriggerDetail"] | null;
            /** @description When it last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            usageJson: components["schemas"]["OpaqueJson"] | null;
            /** @description Why it has not started, if it has not; absent in lists. */
            waitsFor?: components["schemas"]["WaitsFor"];
            wakeupRequestId: components["schemas"]["WakeupId"] | null;
        };
        /** @enum {string} */
        RunEffect: "completed" | "not_performed" | "mixed";
        /** @description Where a run is carried out. */
        RunEnvironment: {
            /** @description By what: `local` is the server's machine. */
            driver: string;
        };
        /** @description A note of a run. */
        RunEvent: {
            /** @description Its agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description A colour. */
            color: string | null;
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was noted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description The kind of note. */
            eventType: string;
            /** @description The note, as a text that no other note has. */
            id: string;
            level: components["schemas"]["EventLevel"] | null;
            /** @description What it says. */
            message: string | null;
            payload: components["schemas"]["OpaqueJson"] | null;
            /** @description The run. */
            runId: components["schemas"]["RunId"];
            /**
             * Format: int64
             * @description Its number within the run.
             */
            seq: number;
            stream: components["schemas"]["OutputStream"] | null;
        };
        /** Format: uuid */
        RunId: string;
        /** @description An issue that a run was about or wrote to. */
        RunIssue: {
            /** @description Its id. */
            id: components["schemas"]["IssueId"];
            /** @description Its name for people. */
            identifier: string;
            /** @description Its id, by its other name. */
            issueId: components["schemas"]["IssueId"];
            /** @description How much it matters. */
            priority: components["schemas"]["IssuePriority"];
            /** @description Where it stands. */
            status: components["schemas"]["IssueStatus"];
            /** @description What is to be done. */
            title: string;
        };
        /** @description A part of a run's log. */
        RunLog: {
            /** @description Lines of JSON, one for each piece of output. */
            content: string;
            /** @description Its name there. */
            logRef: string;
            /**
             * Format: int64
             * @description Where to read on, if there is more.
             */
            nextOffset?: number;
            /** @description The run. */
            runId: components["schemas"]["RunId"];
            /** @description The kind of store that has it. */
            store: string;
        };
        /** @description A run as an issue lists it. */
        RunOfIssue: {
            /** @description Its agent's adapter. */
            adapterType: components["schemas"]["AdapterType"];
            /** @description Its agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description Its agent's name. */
            agentName: string;
            contextIssueId: components["schemas"]["IssueId"] | null;
            /** @description What it knows of why it runs, as far as lists show it. */
            contextSnapshot: components["schemas"]["OpaqueJson"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Where it is carried out. */
            environment: components["schemas"]["RunEnvironment"];
            /** @description What went wrong, for people. */
            error: string | null;
            /** @description What went wrong, as a code. */
            errorCode: string | null;
            finishedAt: components["schemas"]["Timestamp"] | null;
            /** @description What asked for it. */
            invocationSource: components["schemas"]["InvocationSource"];
            /** @description Why. */
            livenessReason: string | null;
            livenessState: components["schemas"]["LivenessState"] | null;
            /** @description What it said that comes next. */
            nextAction: string | null;
            responsibleUserId: components["schemas"]["UserId"] | null;
            retryOfRunId: components["schemas"]["RunId"] | null;
            /** @description The run. */
            runId: components["schemas"]["RunId"];
            /** @description How it is carried out: `legacy`, by its adapter alone. */
            runtimeMode: string;
            scheduledRetryAt: components["schemas"]["Timestamp"] | null;
            startedAt: components["schemas"]["Timestamp"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["RunStatus"];
            triggerDetail: components["schemas"]["TriggerDetail"] | null;
        };
        /** @description What a run's page shows first. */
        RunPage: {
            /** @description What it noted, in order: at most 1000 notes; the others are in its list of events. */
            events: components["schemas"]["RunEvent"][];
            /** @description The issues that it was about or wrote to. */
            issues: components["schemas"]["RunIssue"][];
            /** @description The run. */
            run: components["schemas"]["Run"];
        };
        /** @enum {string} */
        RunStatus: "queued" | "scheduled_retry" | "running" | "succeeded" | "interrupted" | "failed" | "cancelled" | "timed_out";
        /** @description What a provider of sandboxes can do. */
        SandboxProvider: {
            /** @description The settings, as a JSON Schema. */
            configSchema?: components["schemas"]["OpaqueJson"];
            /** @description What it is. */
            description?: string;
            /** @description Its name for people. */
            displayName: string;
            /** @description How the person gets in. */
            interactiveSetupConnectionTypes: string[];
            /** @description Always `builtin`: no provider comes from a plugin. */
            source: string;
            /** @description Whether environments of it can be saved. */
            status: components["schemas"]["Support"];
            /** @description Whether a person can set a sandbox up. */
            supportsInteractiveSetup: boolean;
            /** @description Whether an agent's program can log in through a terminal. */
            supportsLoginPty: boolean;
            /** @description Whether a place can be kept between runs. */
            supportsReusableLeases: boolean;
            /** @description Whether runs can execute there. */
            supportsRunExecution: boolean;
            /** @description Whether a saved environment can be tried. */
            supportsSavedProbe: boolean;
            /** @description Whether a sandbox can be captured as a template. */
            supportsTemplateCapture: boolean;
            /** @description Whether templates can be removed. */
            supportsTemplateDelete: boolean;
            /** @description Whether settings can be tried. */
            supportsUnsavedProbe: boolean;
            /** @description How a template takes its place in the settings. */
            templateConfigBinding?: components["schemas"]["TemplateConfigBinding"];
            /** @description What a template is. */
            templateRefKind?: string;
        };
        /** @description A retry that is due later. */
        ScheduledRetry: {
            /** @description Its agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description That agent's name. */
            agentName: string;
            /** @description What went wrong, for people. */
            error: string | null;
            /** @description What went wrong, as a code. */
            errorCode: string | null;
            retryOfRunId: components["schemas"]["RunId"] | null;
            /** @description The run that is planned. */
            runId: components["schemas"]["RunId"];
            scheduledRetryAt: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int32
             * @description Which attempt it is.
             */
            scheduledRetryAttempt: number;
            /** @description Why there is one. */
            scheduledRetryReason: string | null;
            /** @description Where it stands. */
            status: components["schemas"]["RunStatus"];
        };
        /** @enum {string} */
        ScopeType: "company" | "agent" | "project";
        /** @description What a search found. */
        SearchAnswer: {
            /** @description How many of each kind. */
            countsByType: {
                [key: string]: number;
            };
            /** @description How many issues each value of a filter would leave. */
            filterOptionCounts: components["schemas"]["FilterCounts"];
            /** @description Whether there is more. */
            hasMore: boolean;
            /**
             * Format: int32
             * @description How many at most.
             */
            limit: number;
            /** @description The same, in lowercase and with single spaces. */
            normalizedQuery: string;
            /**
             * Format: int32
             * @description How many were passed over.
             */
            offset: number;
            /** @description The words, as they were sent. */
            query: string;
            /** @description What was found. */
            results: components["schemas"]["SearchResult"][];
            /** @description Where was searched. */
            scope: components["schemas"]["SearchScope"];
            /** @description In which order. */
            sort: components["schemas"]["SearchSort"];
            zeroResults: components["schemas"]["OpaqueJson"] | null;
        };
        /** @description Something that was found. */
        SearchResult: {
            /** @description Where the board shows it. */
            href: string;
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            /** @description The issue, if it is one. */
            issue?: components["schemas"]["FoundIssue"];
            /** @description In which of its texts the words stand. */
            matchedFields: string[];
            /** @description A picture of it; never told here. */
            previewImageUrl: string | null;
            /**
             * Format: int64
             * @description How well it fits.
             */
            score: number;
            /** @description That text, cut. */
            snippet: string;
            /** @description All of these texts, cut, with marks. */
            snippets: components["schemas"]["Snippet"][];
            /** @description The best of these, for people. */
            sourceLabel: string;
            /** @description Its title. */
            title: string;
            /** @description `issue`, `agent` or `project`. */
            type: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        SearchScope: "all" | "issues" | "comments" | "documents" | "artifacts" | "agents" | "projects";
        /** @enum {string} */
        SearchSort: "relevance" | "updated" | "created" | "priority";
        /** @description A run asked for a secret. */
        SecretAccessEvent: {
            /** @description The agent. */
            actorId: components["schemas"]["AgentId"];
            /** @description Always `agent`. */
            actorType: string;
            /** @description The company that has the secret. */
            companyId: components["schemas"]["CompanyId"];
            /** @description The place of settings that names it. */
            configPath: string | null;
            /** @description The agent. */
            consumerId: components["schemas"]["AgentId"];
            /** @description As what it was asked for: as a variable of the run, or by the agent itself. */
            consumerType: components["schemas"]["SecretConsumer"];
            /** @description When. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Why it was refused. */
            errorCode: string | null;
            /** @description The run. */
            heartbeatRunId: components["schemas"]["RunId"];
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            issueId: components["schemas"]["IssueId"] | null;
            /** @description What came of it. */
            outcome: components["schemas"]["SecretAccessOutcome"];
            pluginId: components["schemas"]["RowId"] | null;
            /** @description Where its values are sealed. */
            provider: string;
            /** @description The secret. */
            secretId: components["schemas"]["SecretId"];
            /** @description Always `company`. */
            secretScope: string;
            userSecretDefinitionId: components["schemas"]["RowId"] | null;
            /**
             * Format: int32
             * @description Which of its values was read; null if none was.
             */
            version: number | null;
        };
        /** @enum {string} */
        SecretAccessOutcome: "success" | "failure";
        /** @description A place of settings that names a secret. */
        SecretBinding: {
            /** @description The company that has the secret. */
            companyId: components["schemas"]["CompanyId"];
            /** @description The place in its settings, such as `env.TOKEN`. */
            configPath: string;
            /** @description When it was bound. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            /** @description Always null. */
            label: string | null;
            /** @description Always null. */
            projectionAllowlistKey: string | null;
            /** @description Always `unclassified`. */
            projectionClass: string;
            /** @description Always true: nothing starts without it. */
            required: boolean;
            /** @description The secret. */
            secretId: components["schemas"]["SecretId"];
            target: components["schemas"]["SecretUser"] | null;
            /** @description Its id. */
            targetId: components["schemas"]["RowId"];
            /** @description The kind of thing whose settings they are. */
            targetType: components["schemas"]["SecretTarget"];
            /** @description When that was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description `latest`, or the number of a version. */
            versionSelector: string;
        };
        /** @enum {string} */
        SecretConsumer: "agent" | "agent_api";
        /** Format: uuid */
        SecretId: string;
        /** @enum {string} */
        SecretStatus: "active" | "disabled" | "archived" | "deleted";
        /** @enum {string} */
        SecretTarget: "agent" | "project" | "routine" | "environment";
        /** @description What names a secret. */
        SecretUsage: {
            /** @description The places of settings that name it, the oldest first. */
            bindings: components["schemas"]["SecretBinding"][];
            /** @description The secret. */
            secretId: components["schemas"]["SecretId"];
        };
        /** @description A thing whose settings name a secret. */
        SecretUser: {
            /** @description Its page, below the company's. */
            href: string;
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            /** @description Its name. */
            label: string;
            /** @description How it stands, if it is an agent. */
            status: string | null;
            /** @description Its kind. */
            type: components["schemas"]["SecretTarget"];
        };
        /** @description A value, for a run and nobody else. */
        SecretValue: {
            /** @description Its key. */
            key: string;
            /** @description The secret. */
            secretId: components["schemas"]["SecretId"];
            /** @description The value. */
            value: string;
            /**
             * Format: int32
             * @description Which of its values it is.
             */
            version: number;
        };
        /** @description What a person has seen of an issue. */
        SeenFields: {
            /** @description Whether that was later. */
            isUnreadForMe: boolean;
            lastExternalCommentAt: components["schemas"]["Timestamp"] | null;
            myLastTouchAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description Which queue, in which state, a change was asked for. */
        SeenQueue: {
            /** @description The queue. */
            queueId: components["schemas"]["WakeupId"];
            /** @description Its revision. */
            revision: string;
        };
        /** @description Where somebody is signed in. */
        Session: {
            /** @description Since when. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Until when. */
            expiresAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["SessionId"];
            /** @description Whether it is the one that asks. */
            isCurrent: boolean;
            /** @description What the program called itself. */
            userAgent: string | null;
        };
        /** Format: uuid */
        SessionId: string;
        /** @description A session's name. */
        SessionName: {
            /** @description Its name; the same for all sessions of a person. */
            id: string;
            /** @description The person. */
            userId: components["schemas"]["UserId"];
        };
        /** @enum {string} */
        SessionStatus: "starting" | "waiting_for_user" | "capturing" | "promoted" | "cancelled" | "timed_out" | "failed";
        /** @description A request for a monthly budget. */
        SetBudgetRequest: {
            /**
             * Format: int64
             * @description How much may be spent in a month, in cents; zero for no limit.
             */
            budgetMonthlyCents: number;
        };
        /** @description To which companies somebody is to belong. */
        SetCompanyAccessRequest: {
            /** @description These, and no others. */
            companyIds: components["schemas"]["CompanyId"][];
        };
        /** @description A request for a limit; the scope's own of the same kind is changed, if it has one. */
        SetPolicyRequest: {
            /** @description Whether use without a price may go on under a limit that stops; it stops unless told. */
            allowUnpriced?: boolean | null;
            /**
             * Format: int64
             * @description How much may be spent, in cents; zero for no limit.
             */
            amount: number;
            /** @description Whether work stops at it; it does unless told. */
            hardStopEnabled?: boolean | null;
            metric?: components["schemas"]["BudgetMetric"] | null;
            /** @description Whether people are told; they are unless told. */
            notifyEnabled?: boolean | null;
            /** @description Which one. */
            scopeId: components["schemas"]["RowId"];
            /** @description What is limited. */
            scopeType: components["schemas"]["ScopeType"];
            /**
             * Format: int64
             * @description At how many percent of it people are warned; 80 unless told.
             */
            warnPercent?: number | null;
            windowKind?: components["schemas"]["WindowKind"] | null;
        };
        /** @description A request to settle a talk, or to open it again. */
        SettleAnnotationRequest: {
            /** @description `open` or `resolved`. */
            status: string;
        };
        /** Format: uuid */
        SetupSessionId: string;
        /** @description A membership, in short. */
        ShortMembership: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description As what. */
            membershipRole: components["schemas"]["CompanyRole"];
            /** @description Whether they take part. */
            status: components["schemas"]["MemberStatus"];
        };
        /** @description A person, in short. */
        ShortProfile: {
            /** @description Where mail reaches them. */
            email: string;
            /** @description Their id. */
            id: components["schemas"]["UserId"];
            /** @description What they are called. */
            name: string;
        };
        /** @description A session, with the way in while it waits for a person. */
        ShownSetupSession: {
            connectionPayload: components["schemas"]["ConnectionPayload"] | null;
            /** @description The session. */
            session: components["schemas"]["CustomImageSetupSession"];
        };
        /** @description How much asks for a person. */
        SidebarBadges: {
            /**
             * Format: int64
             * @description What there is to decide.
             */
            approvals: number;
            /**
             * Format: int64
             * @description Agents whose last run failed.
             */
            failedRuns: number;
            /**
             * Format: int64
             * @description All of it.
             */
            inbox: number;
            /**
             * Format: int64
             * @description People and agents who ask to join.
             */
            joinRequests: number;
        };
        /** @description An order that a person chose. */
        SidebarPreferences: {
            /** @description What comes first; what is not named comes after. */
            orderedIds: components["schemas"]["RowId"][];
            updatedAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description Somebody who signs in. */
        SignInRequest: {
            /** @description Their address. */
            email: string;
            /** @description Their password. */
            password: string;
            /** @description Whether the browser is to remember them. */
            rememberMe?: boolean | null;
        };
        /** @description Somebody who signs up. */
        SignUpRequest: {
            /** @description Where mail reaches them. */
            email: string;
            /** @description What they are called. */
            name: string;
            /** @description With what they sign in. */
            password: string;
        };
        /** @description Somebody who is signed in now. */
        SignedIn: {
            /** @description Where to go; only signing in tells, and it is nowhere. */
            redirect?: boolean;
            /** @description The session's token. */
            token: string;
            /** @description The person. */
            user: components["schemas"]["Account"];
        };
        /** @description Somebody signed out. */
        SignedOut: {
            /** @description Always true. */
            success: boolean;
        };
        /** @enum {string} */
        SkipReason: "company.inactive" | "budget.blocked" | "agent.not_invokable" | "heartbeat.disabled" | "heartbeat.wakeOnDemand.disabled" | "heartbeat.timer.no_actionable_work" | "issue_execution_issue_not_found" | "execution_reconciliation_required" | "issue_tree_hold_active" | "issue_dependencies_blocked" | "issue_rewake_throttled" | "heartbeat.daily_run_limit" | "heartbeat.daily_cost_limit" | "loop.own_output" | "loop.hop_limit" | "loop.nothing_changes";
        /** @description An issue by name. */
        SmallIssue: {
            /** @description Its id. */
            id: components["schemas"]["IssueId"];
            /** @description Its name for people. */
            identifier: string;
            /** @description Its title. */
            title: string;
        };
        /** @description A text that has the words, cut. */
        Snippet: {
            /** @description Which text. */
            field: string;
            /** @description Where the words stand in it, in characters. */
            highlights: components["schemas"]["Highlight"][];
            /** @description The same, for people. */
            label: string;
            /** @description The text. */
            text: string;
        };
        /** @description A request for a session. */
        StartSetupRequest: {
            templateId?: components["schemas"]["TemplateId"] | null;
            /**
             * Format: int64
             * @description How many seconds the person has, from a minute to a day; an hour if nothing is said.
             */
            ttlSeconds?: number | null;
        };
        /** @description What names an environment. */
        StaticReferences: {
            /**
             * Format: int64
             * @description How many agents choose it.
             */
            agentDefaultCount: number;
            /**
             * Format: int64
             * @description Always 0: execution workspaces choose none.
             */
            executionWorkspaceSelectionCount: number;
            /** @description Whether whatever chooses none runs there. */
            isInstanceDefault: boolean;
            /** @description Whether it is this machine. */
            isManagedLocal: boolean;
            /**
             * Format: int64
             * @description How many issues choose it.
             */
            issueSelectionCount: number;
            /**
             * Format: int64
             * @description How many projects choose it.
             */
            projectSelectionCount: number;
            /** @description How many secrets are bound to it. */
            secretBindingCount: number;
        };
        /** @description Sums of costs. */
        SummedCosts: {
            /**
             * Format: int64
             * @description Tokens read from caches.
             */
            cachedInputTokens: number;
            /**
             * Format: int64
             * @description What is owed, in cents.
             */
            costCents: number;
            /**
             * Format: int64
             * @description The same in millionths of a dollar.
             */
            costMicros: number;
            /**
             * Format: int64
             * @description What it would be by the list, in cents; what is on no list is left out.
             */
            estimateCents: number;
            /**
             * Format: int64
             * @description Tokens read, without the cached ones.
             */
            inputTokens: number;
            /**
             * Format: int64
             * @description Tokens written.
             */
            outputTokens: number;
            /**
             * Format: int64
             * @description How many entries have no price.
             */
            unpricedEventCount: number;
        };
        /** @description Somebody above an agent. */
        Superior: {
            /** @description The agent. */
            id: components["schemas"]["AgentId"];
            /** @description Its name. */
            name: string;
            /** @description What it was hired as. */
            role: components["schemas"]["AgentRole"];
            /** @description Its title. */
            title: string | null;
        };
        /**
         * @description Whether something can be done.
         * @enum {string}
         */
        Support: "supported" | "unsupported";
        /** @description That an issue lies in a person's inbox, and did before. */
        TakenBack: {
            /** @description Always true. */
            ok: boolean;
            /** @description The person. */
            userId: components["schemas"]["UserId"];
        };
        /** @enum {string} */
        TaskAssignSource: "ceo_role" | "agent_creator" | "explicit_grant" | "simple_default";
        /** @description How a template takes its place in the settings. */
        TemplateConfigBinding: {
            /** @description The setting that takes its reference. */
            field: string;
            /** @description The settings that are taken away when it does. */
            unsetFields: string[];
        };
        /** Format: uuid */
        TemplateId: string;
        /** @enum {string} */
        TemplateKind: "snapshot" | "image" | "provider_template" | "unknown";
        /** @enum {string} */
        TemplateStatus: "active" | "superseded" | "revoked" | "failed";
        /** Format: uuid */
        TerminalSessionId: string;
        /** @description What opens terminals of a session. */
        TerminalSessionToken: {
            /** @description Always `ssh`. */
            connectionType: string;
            /** @description Its environment. */
            environmentId: components["schemas"]["EnvironmentId"];
            /** @description Until when it opens any. */
            expiresAt: components["schemas"]["Timestamp"];
            /** @description Which it is; the socket's `terminalSessionId`. */
            id: components["schemas"]["TerminalSessionId"];
            /** @description The session. */
            setupSessionId: components["schemas"]["SetupSessionId"];
            /** @description The token, for the socket's first message. */
            token: string;
            /** @description Where the socket is. */
            websocketPath: string;
        };
        /** @description A request to try settings. */
        TestEnvironmentRequest: {
            adapterConfig?: components["schemas"]["OpaqueJson"] | null;
            environmentId?: components["schemas"]["RowId"] | null;
        };
        /** @description What was found. */
        TestEnvironmentResponse: {
            /** @description The type whose settings they are. */
            adapterType: components["schemas"]["AdapterType"];
            /** @description The findings. */
            checks: components["schemas"]["OpaqueJson"];
            /** @description What the findings amount to. */
            status: components["schemas"]["TestStatus"];
            /** @description When it was tried. */
            testedAt: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        TestStatus: "pass" | "warn" | "fail";
        /** @enum {string} */
        ThresholdType: "soft" | "hard";
        /** Format: date-time */
        Timestamp: string;
        /** @description What holds an issue. */
        TreeControlState: {
            activePauseHold: components["schemas"]["ActivePauseHold"] | null;
        };
        /** @description A hold on an issue and everything below it. */
        TreeHold: {
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description What kind of actor made it. */
            createdByActorType: components["schemas"]["ActorType"];
            createdByAgentId: components["schemas"]["AgentId"] | null;
            createdByRunId: components["schemas"]["RunId"] | null;
            createdByUserId: components["schemas"]["UserId"] | null;
            /** @description Its id. */
            id: components["schemas"]["TreeHoldId"];
            /** @description How its issues stood when it was made; only where that is asked for. */
            members?: components["schemas"]["TreeHoldMember"][];
            /** @description What it does. */
            mode: components["schemas"]["TreeMode"];
            /** @description Why it was made. */
            reason: string | null;
            releaseMetadata: components["schemas"]["OpaqueJson"] | null;
            /** @description When it ends. */
            releasePolicy: components["schemas"]["ReleasePolicy"];
            /** @description Why it ended. */
            releaseReason: string | null;
            releasedAt: components["schemas"]["Timestamp"] | null;
            releasedByActorType: components["schemas"]["ActorType"] | null;
            releasedByAgentId: components["schemas"]["AgentId"] | null;
            releasedByRunId: components["schemas"]["RunId"] | null;
            releasedByUserId: components["schemas"]["UserId"] | null;
            /** @description The issue on top. */
            rootIssueId: components["schemas"]["IssueId"];
            /** @description Where it stands. */
            status: components["schemas"]["TreeHoldStatus"];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** Format: uuid */
        TreeHoldId: string;
        /** @description How an issue stood when a hold was made. */
        TreeHoldMember: {
            activeRunId: components["schemas"]["RunId"] | null;
            activeRunStatus: components["schemas"]["RunStatus"] | null;
            assigneeAgentId: components["schemas"]["AgentId"] | null;
            assigneeUserId: components["schemas"]["UserId"] | null;
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description When this was written. */
            createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description How far it stands below the root.
             */
            depth: number;
            /** @description The hold. */
            holdId: components["schemas"]["TreeHoldId"];
            /** @description Its id. */
            id: components["schemas"]["RowId"];
            /** @description The issue. */
            issueId: components["schemas"]["IssueId"];
            /** @description The issue's identifier. */
            issueIdentifier: string;
            /** @description Where the issue stood. */
            issueStatus: components["schemas"]["IssueStatus"];
            /** @description The issue's title. */
            issueTitle: string;
            parentIssueId: components["schemas"]["IssueId"] | null;
            skipReason: components["schemas"]["TreeSkip"] | null;
            /** @description Whether it was left as it is. */
            skipped: boolean;
        };
        /** @enum {string} */
        TreeHoldStatus: "active" | "released";
        /** @enum {string} */
        TreeMode: "pause" | "resume" | "cancel" | "restore";
        /** @description What a control does to a tree. */
        TreePreview: {
            /** @description The runs that work on those that are concerned. */
            activeRuns: components["schemas"]["TreePreviewRun"][];
            /** @description The agents that are concerned. */
            affectedAgents: components["schemas"]["TreePreviewAgent"][];
            /** @description The company. */
            companyId: components["schemas"]["CompanyId"];
            /** @description How many issues stand where. */
            countsByStatus: {
                [key: string]: number;
            };
            /** @description When this was read. */
            generatedAt: components["schemas"]["Timestamp"];
            /** @description All issues, by depth. */
            issues: components["schemas"]["TreePreviewIssue"][];
            /** @description What is done. */
            mode: components["schemas"]["TreeMode"];
            /** @description When the hold would end. */
            releasePolicy: components["schemas"]["ReleasePolicy"];
            /** @description The issue on top. */
            rootIssueId: components["schemas"]["IssueId"];
            /** @description Those that are left as they are. */
            skippedIssues: components["schemas"]["TreePreviewIssue"][];
            /** @description How much it concerns. */
            totals: components["schemas"]["TreeTotals"];
            /** @description What somebody should know before; there is nothing. */
            warnings: string[];
        };
        /** @description An agent that a control concerns. */
        TreePreviewAgent: {
            /**
             * Format: int64
             * @description How many of its runs work on them.
             */
            activeRunCount: number;
            /** @description Its id. */
            agentId: components["schemas"]["AgentId"];
            /**
             * Format: int64
             * @description How many of the issues it has.
             */
            issueCount: number;
        };
        /** @description What a control does to one issue. */
        TreePreviewIssue: {
            /** @description What is done. */
            action: components["schemas"]["TreeMode"];
            /** @description The holds under which it stands. */
            activeHoldIds: components["schemas"]["TreeHoldId"][];
            activeRun: components["schemas"]["TreePreviewRun"] | null;
            assigneeAgentId: components["schemas"]["AgentId"] | null;
            assigneeUserId: components["schemas"]["UserId"] | null;
            /**
             * Format: int32
             * @description How far it stands below the root.
             */
            depth: number;
            /** @description Its id. */
            id: components["schemas"]["IssueId"];
            /** @description Its identifier. */
            identifier: string;
            parentId: components["schemas"]["IssueId"] | null;
            skipReason: components["schemas"]["TreeSkip"] | null;
            /** @description Whether it is left as it is. */
            skipped: boolean;
            /** @description Where it stands. */
            status: components["schemas"]["IssueStatus"];
            /** @description Its title. */
            title: string;
        };
        /** @description A run that works on an issue of a tree. */
        TreePreviewRun: {
            /** @description Its agent. */
            agentId: components["schemas"]["AgentId"];
            /** @description When it was made. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Its id. */
            id: components["schemas"]["RunId"];
            issueId: components["schemas"]["IssueId"] | null;
            startedAt: components["schemas"]["Timestamp"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["RunStatus"];
        };
        /** @enum {string} */
        TreeSkip: "terminal_status" | "not_cancelled_by_hold" | "not_held";
        /** @description How much a control concerns. */
        TreeTotals: {
            /**
             * Format: int64
             * @description Runs at work.
             */
            activeRuns: number;
            /**
             * Format: int64
             * @description Agents.
             */
            affectedAgents: number;
            /**
             * Format: int64
             * @description Those that are concerned.
             */
            affectedIssues: number;
            /**
             * Format: int64
             * @description Runs that wait.
             */
            queuedRuns: number;
            /**
             * Format: int64
             * @description Those that are left as they are.
             */
            skippedIssues: number;
            /**
             * Format: int64
             * @description Issues of the tree.
             */
            totalIssues: number;
        };
        /** @enum {string} */
        TriggerDetail: "manual" | "ping" | "callback" | "system";
        /** @description What the pages of a company need before they show anything. */
        UiBootstrap: {
            /** @description The adapter types of this server: `/adapters`. */
            adapters: components["schemas"]["Adapter"][];
            /** @description Its agents: `…/agents`. */
            agents: components["schemas"]["Agent"][];
            /** @description What they may do in the company. */
            allowed: ("company.list" | "company.create" | "company.read" | "company.update" | "company.brand" | "company.archive" | "company.delete" | "agent.read" | "agent.create" | "agent.create_chief" | "agent.update" | "agent.read_settings" | "agent.read_configuration" | "agent.resume" | "agent.pause" | "agent.terminate" | "agent.delete" | "agent.clear_error" | "agent.keys" | "agent.set_permissions" | "agent.invoke" | "agent.runtime_state" | "plan.read" | "plan.write" | "issue.read" | "issue.create" | "issue.write" | "issue.assign" | "issue.force_release" | "issue.tree_control" | "run.read" | "run.cancel" | "approval.read" | "approval.write" | "approval.decide" | "activity.read" | "activity.write" | "budget.write" | "cost.read" | "cost.report" | "finance.write" | "personal.state" | "member.read" | "member.manage")[];
            /** @description What asks for them: `…/sidebar-badges`. */
            badges: components["schemas"]["SidebarBadges"];
            /** @description Those among which they can choose: `/companies`. */
            companies: components["schemas"]["Company"][];
            /** @description The company. */
            company: components["schemas"]["Company"];
            /** @description In which order they see them: `/sidebar-preferences/me`. */
            companyOrder: components["schemas"]["SidebarPreferences"];
            /** @description Its goals: `…/goals`. */
            goals: components["schemas"]["Goal"][];
            /** @description How the server is: `/health`. */
            health: components["schemas"]["Health"];
            /** @description Its labels: `…/labels`. */
            labels: components["schemas"]["Label"][];
            /** @description Its queued and running runs: `…/live-runs`. */
            liveRuns: components["schemas"]["NamedRun"][];
            /** @description Who belongs to the company: `…/members`. */
            members: components["schemas"]["CompanyMembers"];
            /** @description Their relations to projects and agents: `…/resource-memberships/me`. */
            memberships: components["schemas"]["ResourceMemberships"];
            /** @description Its projects: `…/projects`. */
            projects: components["schemas"]["ListedProject"][];
            /**
             * Format: int64
             * @description The number of an event behind which the live feed goes on (`?after=`): nothing up to it is
             *     missing in the rest.
             */
            seq: number;
            /** @description In which order they see projects: `/companies/{companyId}/sidebar-preferences/me`. */
            sidebarPreferences: components["schemas"]["SidebarPreferences"];
            /** @description The person who asks. */
            userId: components["schemas"]["UserId"];
        };
        /** @description Who can unblock an issue, and how, as requests say it. */
        UnblockRequest: {
            /** @description What they have to do. */
            action: string;
            /** @description `board`, or `{agentId}` or `{userId}`. */
            owner: components["schemas"]["OpaqueJson"];
        };
        /** @description That an issue counts as unread. */
        Unread: {
            /** @description The issue. */
            id: components["schemas"]["IssueId"];
            /** @description Whether it counted as read before. */
            removed: boolean;
        };
        /** @description A request to switch an adapter type on or off. */
        UpdateAdapterRequest: {
            /** @description Whether it is off. */
            disabled?: boolean | null;
        };
        /** @description What became of it. */
        UpdateAdapterResponse: {
            /** @description Whether that is a change. */
            changed: boolean;
            /** @description Whether it is off now. */
            disabled: boolean;
            /** @description The type. */
            type: components["schemas"]["AdapterType"];
        };
        /** @description A request to change an agent. Only what is sent changes. */
        UpdateAgentRequest: {
            adapterConfig?: components["schemas"]["OpaqueJson"] | null;
            /** @description The code that runs it. */
            adapterType?: string | null;
            /**
             * Format: int64
             * @description How much it may spend in a month, in cents; zero is no limit.
             */
            budgetMonthlyCents?: number | null;
            /** @description What it can do. */
            capabilities?: string | null;
            defaultEnvironmentId?: components["schemas"]["RowId"] | null;
            /** @description Its icon. */
            icon?: string | null;
            metadata?: components["schemas"]["OpaqueJson"] | null;
            /** @description Its name. */
            name?: string | null;
            /** @description Whether the settings take the place of all instead. */
            replaceAdapterConfig: boolean;
            reportsTo?: components["schemas"]["AgentId"] | null;
            role?: components["schemas"]["AgentRole"] | null;
            runtimeConfig?: components["schemas"]["OpaqueJson"] | null;
            status?: components["schemas"]["AgentStatus"] | null;
            /** @description Its title. */
            title?: string | null;
        };
        /** @description A change of how a company looks. What is not named stays. */
        UpdateCompanyBrandingRequest: {
            /** @description What it does. */
            description?: string | null;
            logoAssetId?: components["schemas"]["AssetId"] | null;
            /** @description Its name. */
            name?: string | null;
        };
        /** @description A change of a company. What is not named stays. */
        UpdateCompanyRequest: {
            /**
             * Format: int64
             * @description What it may spend in a month, in cents; zero for no limit.
             */
            budgetMonthlyCents?: number | null;
            defaultResponsibleUserId?: components["schemas"]["UserId"] | null;
            /** @description What it does. */
            description?: string | null;
            /** @description Whether feedback is shared with the makers of the product. */
            feedbackDataSharingEnabled?: boolean | null;
            interactionResolverGovernance?: components["schemas"]["OpaqueJson"] | null;
            logoAssetId?: components["schemas"]["AssetId"] | null;
            /** @description Its name. */
            name?: string | null;
            /** @description Whether hiring needs the board. */
            requireBoardApprovalForNewAgents?: boolean | null;
            status?: components["schemas"]["CompanyStatus"] | null;
        };
        /** @description A request to change an environment; what is not named stays. */
        UpdateEnvironmentRequest: {
            config?: components["schemas"]["OpaqueJson"] | null;
            /** @description What it is for. */
            description?: string | null;
            driver?: components["schemas"]["EnvironmentDriver"] | null;
            envVars?: components["schemas"]["OpaqueJson"] | null;
            metadata?: components["schemas"]["OpaqueJson"] | null;
            /** @description Its name. */
            name?: string | null;
            status?: components["schemas"]["EnvironmentStatus"] | null;
        };
        /** @description A request to change a goal; what is not named stays. */
        UpdateGoalRequest: {
            /** @description More about it. */
            description?: string | null;
            level?: components["schemas"]["GoalLevel"] | null;
            ownerAgentId?: components["schemas"]["AgentId"] | null;
            parentId?: components["schemas"]["GoalId"] | null;
            status?: components["schemas"]["GoalStatus"] | null;
            /** @description What is to be reached. */
            title?: string | null;
        };
        /** @description A request to set something. */
        UpdateInstanceSettingsRequest: {
            defaultEnvironmentId?: components["schemas"]["EnvironmentId"] | null;
        };
        /** @description A change of an issue: fields that are missing stay as they are. */
        UpdateIssueRequest: {
            assigneeAdapterOverrides?: components["schemas"]["OpaqueJson"] | null;
            /** @description The agent that is to have it: its id or its key. */
            assigneeAgentId?: string | null;
            /** @description The person who is to have it. */
            assigneeUserId?: string | null;
            /** @description Attachments of the issue that go with what is said. */
            attachmentIds?: components["schemas"]["AttachmentId"][] | null;
            /** @description What its cost is booked on. */
            billingCode?: string | null;
            /** @description All issues that it waits for. */
            blockedByIssueIds?: components["schemas"]["IssueId"][] | null;
            /** @description Something to say along with the change. */
            comment?: string | null;
            /** @description What is to be done. */
            description?: string | null;
            executionWorkspaceSettings?: components["schemas"]["WorkspaceSettings"] | null;
            goalId?: components["schemas"]["GoalId"] | null;
            hiddenAt?: components["schemas"]["Timestamp"] | null;
            /** @description Whether the run that works on it is stopped first. */
            interrupt: boolean;
            /** @description All its labels. */
            labelIds?: components["schemas"]["LabelId"][] | null;
            parentId?: components["schemas"]["IssueId"] | null;
            priority?: components["schemas"]["IssuePriority"] | null;
            projectId?: components["schemas"]["ProjectId"] | null;
            projectWorkspaceId?: components["schemas"]["ProjectWorkspaceId"] | null;
            /** @description Whether the issue is opened again. */
            reopen: boolean;
            /**
             * Format: int32
             * @description How many requests led to it.
             */
            requestDepth?: number | null;
            /** @description Whether work goes on. */
            resume: boolean;
            reviewPolicy?: components["schemas"]["ReviewPolicy"] | null;
            status?: components["schemas"]["IssueStatus"] | null;
            /** @description What is to be done, in a line. */
            title?: string | null;
            unblockDescriptor?: components["schemas"]["UnblockRequest"] | null;
            workMode?: components["schemas"]["WorkMode"] | null;
        };
        /** @description What a member is to have been given, in the place of all before. */
        UpdateMemberPermissionsRequest: {
            /** @description The grants. */
            grants: components["schemas"]["GrantRequest"][];
        };
        /** @description A change of what a member is, and whether they take part. */
        UpdateMemberRequest: {
            membershipRole?: components["schemas"]["CompanyRole"] | null;
            status?: components["schemas"]["MemberStatus"] | null;
        };
        /** @description A change of both at once. */
        UpdateMemberRoleAndGrantsRequest: {
            /** @description What they are to have been given. */
            grants: components["schemas"]["GrantRequest"][];
            standing: {
                membershipRole?: components["schemas"]["CompanyRole"] | null;
                status?: components["schemas"]["MemberStatus"] | null;
            } & Record<string, never>;
        };
        /** @description A request to change an agent's switches. */
        UpdatePermissionsRequest: {
            /** @description Whether it is granted to give work to others. */
            canAssignTasks: boolean;
            /** @description Whether it may hire. */
            canCreateAgents: boolean;
            /** @description Whether it may add skills. */
            canCreateSkills?: boolean | null;
        };
        /** @description A change of what is known of a person. */
        UpdateProfileRequest: {
            /** @description Where their picture is; empty for none. */
            image?: string | null;
            /** @description What they are called. */
            name: string;
        };
        /** @description A request to change a project; what is not named stays. */
        UpdateProjectRequest: {
            archivedAt?: components["schemas"]["Timestamp"] | null;
            /** @description Its colour. */
            color?: string | null;
            /** @description What it is. */
            description?: string | null;
            env?: components["schemas"]["OpaqueJson"] | null;
            executionWorkspacePolicy?: components["schemas"]["OpaqueJson"] | null;
            goalId?: components["schemas"]["GoalId"] | null;
            /** @description The goals that it serves, the main one first. */
            goalIds?: components["schemas"]["GoalId"][] | null;
            /** @description Its icon. */
            icon?: string | null;
            leadAgentId?: components["schemas"]["AgentId"] | null;
            /** @description Its name; a number is added if its key is taken. */
            name?: string | null;
            status?: components["schemas"]["ProjectStatus"] | null;
            /** @description When it is to be done, as a date. */
            targetDate?: string | null;
        };
        /** @description A change of a relation. */
        UpdateResourceMembershipRequest: {
            /** @description To star, or to take the star away. */
            starred?: boolean | null;
            state?: components["schemas"]["MembershipState"] | null;
        };
        /** @description A request to change what is said of a secret, or whether it may be read. */
        UpdateSecretRequest: {
            /** @description What it is for. */
            description?: string | null;
            /** @description The key by which it is called. */
            key?: string | null;
            /** @description Its name. */
            name?: string | null;
            status?: components["schemas"]["SecretStatus"] | null;
        };
        /** @description An order to choose. */
        UpdateSidebarPreferencesRequest: {
            /** @description What comes first. */
            orderedIds: components["schemas"]["RowId"][];
        };
        /** @description A request to change a workspace; what is not named stays. */
        UpdateWorkspaceRequest: {
            /** @description What tidies it up. */
            cleanupCommand?: string | null;
            /** @description The folder. */
            cwd?: string | null;
            /** @description What work branches off from. */
            defaultRef?: string | null;
            /** @description Whether it is to be the primary one. */
            isPrimary?: boolean | null;
            metadata?: components["schemas"]["OpaqueJson"] | null;
            /** @description Its name. */
            name?: string | null;
            /** @description Who provides a remote one. */
            remoteProvider?: string | null;
            /** @description What the provider calls it. */
            remoteWorkspaceRef?: string | null;
            /** @description What of the repository is used. */
            repoRef?: string | null;
            /** @description The repository's address. */
            repoUrl?: string | null;
            /** @description What makes it ready. */
            setupCommand?: string | null;
            /** @description What runs share it under. */
            sharedWorkspaceKey?: string | null;
            sourceType?: components["schemas"]["WorkspaceSource"] | null;
            visibility?: components["schemas"]["WorkspaceVisibility"] | null;
        };
        /** @description An environment after a change. */
        UpdatedEnvironment: components["schemas"]["Environment"] & {
            /** @description What became of its custom image, if the change concerns it. */
            customImageReconciliation?: components["schemas"]["CustomImageReconciliation"];
        };
        /** @description An issue after a change, with what the change came to. */
        UpdatedIssue: components["schemas"]["Issue"] & {
            /** @description The issues that it waits for, if the change named them. */
            blockedBy?: components["schemas"]["BlockingIssue"][];
            /** @description Their ids. */
            blockedByIssueIds?: components["schemas"]["IssueId"][];
            /** @description The issues that wait for it, if the change named blockers. */
            blocks?: components["schemas"]["BlockingIssue"][];
            /** @description For each field that has another value: `{from, to}`. */
            changes: components["schemas"]["OpaqueJson"];
            comment: components["schemas"]["Comment"] | null;
            /** @description What keeps runs from starting on it, if something does. */
            executionBlocker?: components["schemas"]["ExecutionBlocker"];
            /** @description The identifiers of those that it names. */
            referencedIssueIdentifiers: string[];
            /** @description The issues that its texts name, and those that name it. */
            relatedWork: components["schemas"]["RelatedWork"];
        };
        UserId: string;
        /** @description What an issue that nobody works on, or a run that has not started, waits for. */
        WaitsFor: {
            agentId: components["schemas"]["AgentId"] | null;
            issueId: components["schemas"]["IssueId"] | null;
            /** @description In a sentence. */
            message: string;
            /**
             * @description In a word, such as `agent_paused`, `agent_busy`, `issue_backlog`, `retry_scheduled`, or the
             *     reason for which a wake-up was refused.
             */
            reason: string;
            runId: components["schemas"]["RunId"] | null;
            until: components["schemas"]["Timestamp"] | null;
        };
        /** @description What became of a wake-up. */
        WakeEvent: {
            /** @description Who was to work. */
            agentId: components["schemas"]["AgentId"];
            /**
             * Format: int32
             * @description How many others joined it.
             */
            coalescedCount: number;
            /** @description What went wrong. */
            error: string | null;
            finishedAt: components["schemas"]["Timestamp"] | null;
            /** @description The wake-up. */
            id: components["schemas"]["WakeupId"];
            /** @description Why it was asked; `other` for reasons without a name. */
            reason: string;
            /** @description When it was asked. */
            requestedAt: components["schemas"]["Timestamp"];
            runId: components["schemas"]["RunId"] | null;
            /** @description What asked. */
            source: components["schemas"]["InvocationSource"];
            /** @description Where it stands. */
            status: components["schemas"]["WakeupStatus"];
            /** @description Why it was refused, put off or ended, in a word. */
            statusReason: string | null;
        };
        /** @description What became of the wake-ups for an issue. */
        WakeEvents: {
            /** @description The wake-ups, newest first. */
            events: components["schemas"]["WakeEvent"][];
            /** @description The issue. */
            issueId: components["schemas"]["IssueId"];
        };
        /** @description What became of a request that an agent works. */
        WakeupAnswer: components["schemas"]["Run"] | components["schemas"]["NoRun"];
        /** Format: uuid */
        WakeupId: string;
        /** @description A request that an agent works. */
        WakeupRequest: {
            failedRunId?: components["schemas"]["RunId"] | null;
            /** @description Whether the run must not resume the saved session. */
            forceFreshSession?: boolean | null;
            /** @description What makes a repetition recognisable. */
            idempotencyKey?: string | null;
            payload?: components["schemas"]["OpaqueJson"] | null;
            /** @description Why. */
            reason?: string | null;
            source?: components["schemas"]["InvocationSource"] | null;
            triggerDetail?: components["schemas"]["TriggerDetail"] | null;
        };
        /** @enum {string} */
        WakeupStatus: "queued" | "deferred_issue_execution" | "claimed" | "coalesced" | "skipped" | "completed" | "failed" | "cancelled";
        /** @description Who a caller is. */
        WhoAmI: {
            /** @description Where they take part. */
            companyIds: components["schemas"]["CompanyId"][];
            /** @description Whether they look after the instance. */
            isInstanceAdmin: boolean;
            keyId: components["schemas"]["BoardKeyId"] | null;
            /** @description As what. */
            memberships: components["schemas"]["ShortMembership"][];
            /** @description How they proved it: `local_implicit`, `session` or `board_key`. */
            source: string;
            /** @description The person. */
            user: components["schemas"]["ShortProfile"];
            /** @description Their id. */
            userId: components["schemas"]["UserId"];
        };
        /** @enum {string} */
        WindowKind: "calendar_month_utc" | "lifetime";
        /** @description What was spent with a provider in the last hours or days. */
        WindowSpend: components["schemas"]["SummedCosts"] & {
            /** @description Who sends the bill; `mixed` if several do. */
            biller: string;
            /** @description The provider. */
            provider: string;
            /** @description The window's name. */
            window: string;
            /**
             * Format: int32
             * @description How long it is.
             */
            windowHours: number;
        };
        /** @enum {string} */
        WorkMode: "standard" | "ask" | "planning" | "skill_test";
        /**
         * @description What an issue says of the workspace in which it is worked on. Workspaces of its own are not
         *     built: all but the environment is read and left out.
         */
        WorkspaceSettings: {
            environmentId?: components["schemas"]["EnvironmentId"] | null;
            workspaceStrategy?: components["schemas"]["OpaqueJson"] | null;
        };
        /** @enum {string} */
        WorkspaceSource: "local_path" | "git_repo" | "remote_managed" | "non_git_path";
        /** @enum {string} */
        WorkspaceVisibility: "default" | "advanced";
        /** @description A text for a document. */
        WriteDocumentRequest: {
            baseRevisionId?: components["schemas"]["DocumentRevisionId"] | null;
            /** @description The text, of at most 500,000 characters. */
            body: string;
            /** @description What is new in it, in a line. */
            changeSummary?: string | null;
            /** @description `markdown`. */
            format: string;
            /** @description What it is called; as before where nothing is said. */
            title?: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
