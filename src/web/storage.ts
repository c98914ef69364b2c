/** This browser's storage. Where it is refused or full the shop goes on, and what was to be kept lasts as long as the page. */
export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch (error) {
      console.info('This browser keeps nothing', error)
      return null
    }
  },
  write(key: string, text: string): void {
    try {
      localStorage.setItem(key, text)
    } catch (error) {
      console.info('This browser keeps nothing more', error)
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key)
    } catch (error) {
      console.info('This browser keeps nothing', error)
    }
  },
}
