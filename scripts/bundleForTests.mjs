import { bundleForTests } from './build.mjs'

/** Vitest calls it before the integration tests: programs that they start many times are bundled once. */
export const setup = async (project) => {
  process.env.BUNDLED_PROGRAMS = JSON.stringify(await bundleForTests())
  project.onTestsRerun(async () => void (await bundleForTests()))
}
