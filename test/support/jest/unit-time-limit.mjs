import { jest } from '@jest/globals';

// Jest applies `testTimeout` of the whole configuration only, never that of a project.
jest.setTimeout(30_000);
