import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Files share their worker, and so the libraries; our own modules, and what they remember, are each file's
// own.
vi.resetModules()

// One second is for a machine that has nothing else to do.
configure({ asyncUtilTimeout: 20_000 })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})
