/** React is loaded in the form that visitors get: import this first. */
process.env.NODE_ENV = 'production'
