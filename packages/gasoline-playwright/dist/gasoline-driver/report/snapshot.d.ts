export interface LogEntry {
    level: string;
    message: string;
    source?: string;
    stack?: string;
    url?: string;
    timestamp?: string | number;
    seq?: number;
    test_id?: string;
    metadata?: Record<string, unknown>;
    [member: string]: unknown;
}
export interface NetworkBody {
    method: string;
    url: string;
    status: number;
    statusText?: string;
    duration?: number;
    requestBody?: string;
    responseBody?: string;
    error?: string;
    timestamp?: string | number;
    seq?: number;
    test_id?: string;
    [member: string]: unknown;
}
export interface WebSocketEvent {
    event: string;
    id: string;
    url?: string;
    code?: number;
    reason?: string;
    timestamp?: string | number;
    seq?: number;
    test_id?: string;
    [member: string]: unknown;
}
/** The record of one attempt at one test. */
export interface TestRecord {
    test_id: string;
    status: string;
    duration_ms?: number | null;
    error?: {
        message: string;
        stack?: string;
    };
    [member: string]: unknown;
}
export interface GasolineSnapshot {
    timestamp: string;
    test_id?: string;
    logs: LogEntry[];
    websocket_events: WebSocketEvent[];
    network_bodies: NetworkBody[];
    enhanced_actions?: Record<string, unknown>[];
    screenshots?: Record<string, unknown>[];
    performance?: Record<string, unknown>[];
    /** What stacks mean in the source. */
    places?: Record<string, unknown>[];
    tests: TestRecord[];
    stats: {
        total_logs: number;
        error_count: number;
        warning_count: number;
        network_failures: number;
        ws_connections: number;
    };
    [member: string]: unknown;
}
export declare function emptySnapshot(testId?: string): GasolineSnapshot;
