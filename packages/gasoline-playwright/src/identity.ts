// The name of one attempt at one test, and how it ended, as the server is told.
import type { TestInfo, TestInfoError } from '@playwright/test';
import { ERROR_MAX_CHARS, TEST_ID_MAX_CHARS } from './limits.js';

/** What names an attempt: the runner and the reporter know it from different objects. */
export interface Attempt {
  project: string;
  /** File, titles of the groups, title of the test. */
  titlePath: readonly string[];
  retry: number;
  repeat: number;
}

/** `<project> › <file> › <titles>`, ` #r1` for the first retry, ` #n1` for the first repeat. */
export function testId({ project, titlePath, retry, repeat }: Attempt): string {
  const marks = `${retry > 0 ? ` #r${retry}` : ''}${repeat > 0 ? ` #n${repeat}` : ''}`;
  const name = [project, ...titlePath].filter((part) => part !== '').join(' › ');
  return name.replaceAll('\\', '/').slice(0, TEST_ID_MAX_CHARS - marks.length) + marks;
}

export function attemptOf(info: TestInfo): Attempt {
  return {
    project: info.project.name,
    titlePath: info.titlePath,
    retry: info.retry,
    repeat: info.repeatEachIndex,
  };
}

/** How an attempt ended, as `/test-boundary` takes it. */
export interface Outcome {
  status: string;
  error?: { message: string; stack?: string };
}

interface Ended {
  status?: string | undefined;
  expectedStatus: string;
  errors: readonly Pick<TestInfoError, 'message' | 'stack' | 'value'>[];
}

/** Whether the runner counts it as a failure. */
export function hasFailed({ status, expectedStatus }: Omit<Ended, 'errors'>): boolean {
  return status !== undefined && status !== expectedStatus && status !== 'skipped';
}

/**
 * The runner's word, except for tests that are meant to fail: those that do so have passed, and
 * those that do not have failed.
 */
export function outcomeOf(ended: Ended): Outcome {
  const { status = 'unknown', expectedStatus, errors } = ended;
  if (status === expectedStatus) return { status: status === 'failed' ? 'passed' : status };
  if (status === 'passed') {
    return { status: 'failed', error: { message: 'expected to fail, but passed' } };
  }
  const messages = errors.map((error) => plain(error.message ?? error.value ?? ''));
  const message = messages.filter((text) => text !== '').join('\n\n');
  if (message === '') return { status };
  const stack = errors.find((error) => error.stack)?.stack;
  return { status, error: { message: clip(message), ...(stack && { stack: clip(plain(stack)) }) } };
}

/** Text without the colours that the runner puts into it. */
export function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}

function clip(text: string): string {
  return text.length > ERROR_MAX_CHARS ? `${text.slice(0, ERROR_MAX_CHARS)}…` : text;
}
