/** The content of a file as a data URL; undefined when it cannot be read. */
export const dataUrlOf = (file: File) =>
  new Promise<string | undefined>(resolve => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })
