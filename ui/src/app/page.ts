import { createElement, lazy, type ComponentType } from 'react'

export type Page = ComponentType & { preload: () => Promise<unknown> }

/** A page in its own chunk; once preloaded, it renders without its fallback. */
export const page = (load: () => Promise<{ default: ComponentType }>): Page => {
  let ready: ComponentType | undefined
  const preload = async () => {
    const module = await load()
    ready = module.default
    return module
  }
  const Lazy = lazy(preload)
  const Rendered = () => createElement(ready ?? Lazy)
  return Object.assign(Rendered, { preload })
}
