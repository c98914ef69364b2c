/** Errors of a disabled or full storage do not stop the shop; unsaved data then lasts as long as the page. */
const safeStorage = (open: () => Storage) => ({
  read(key: string): string | null {
    try {
      return open().getItem(key)
    } catch (error) {
      console.info('This browser keeps nothing', error)
      return null
    }
  },
  write(key: string, text: string): void {
    try {
      open().setItem(key, text)
    } catch (error) {
      console.info('This browser keeps nothing more', error)
    }
  },
  clear(): void {
    try {
      open().clear()
    } catch (error) {
      console.info('This browser keeps nothing', error)
    }
  },
  remove(key: string): void {
    try {
      open().removeItem(key)
    } catch (error) {
      console.info('This browser keeps nothing', error)
    }
  },
})

/** This browser's storage. */
export const storage = safeStorage(() => localStorage)

/** The storage of this tab, which the browser clears when the tab is closed. */
export const tabStorage = safeStorage(() => sessionStorage)
