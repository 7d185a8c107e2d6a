import { spawn } from 'node:child_process'
import { root } from './files.mjs'

/**
 * Runs a program in the repository and resolves with its exit code (1 when a signal ended it).
 * @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export const run = (command, args, env = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })

/** npm itself, whichever runs us. @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export const npm = (args, env = {}) => {
  const cli = process.env['npm_execpath']
  return cli?.endsWith('.js') || cli?.endsWith('.cjs')
    ? run(process.execPath, [cli, ...args], env)
    : run('npm', args, env)
}
