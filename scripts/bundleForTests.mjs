import { bundleForTests } from './build.mjs'

/**
 * Vitest calls it before the engines' tests: the programs that they start again and again are bundled once.
 */
export const setup = async (project) => {
  process.env.BUNDLED_PROGRAMS = JSON.stringify(await bundleForTests())
  project.onTestsRerun(async () => void (await bundleForTests()))
}
