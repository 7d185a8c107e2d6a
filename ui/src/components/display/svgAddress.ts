/** An SVG's text as the address of an image, in which nothing can run. */
export const svgAddress = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
