import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Test files share a worker and its libraries; our own modules and their state are separate for each file.
vi.resetModules()

// One clock for every machine: times read 15:00.
Object.defineProperty(navigator, 'language', { get: () => 'en-GB', configurable: true })

// The default of one second is too short for a busy machine.
configure({ asyncUtilTimeout: 20_000 })

// Globals are those of all files of a worker: a clock that stays faked stops the next file's timers.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})
