import { createElement, lazy, type ComponentType } from 'react'

export type Page = ComponentType & { preload: () => Promise<unknown> }

type Loader = <T>(load: () => Promise<T>) => Promise<T>
let open: Loader = (load) => load()

/** Sets how the code of a page is loaded when it is opened; the first script knows nothing of failures. */
export const setPageLoader = (loader: Loader) => {
  open = loader
}

/** A page in its own chunk; once preloaded, it renders without its fallback. */
export const page = (load: () => Promise<{ default: ComponentType }>): Page => {
  let ready: ComponentType | undefined
  const preload = async () => {
    const module = await load()
    ready = module.default
    return module
  }
  const Lazy = lazy(() => open(preload))
  const Rendered = () => createElement(ready ?? Lazy)
  return Object.assign(Rendered, { preload })
}
