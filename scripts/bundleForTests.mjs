import { bundledPrograms, bundleProgramsWhenNeeded } from './build.mjs'

/** Vitest calls it before the engines' tests: the programs that they start again and again are bundled once. */
export const setup = async (project) => {
  await bundleProgramsWhenNeeded()
  project.onTestsRerun(bundleProgramsWhenNeeded)
  process.env.BUNDLED_PROGRAMS = JSON.stringify(bundledPrograms)
}
