import './start/start.ts'
