/** The rows of tasks in the routes table (`routes.js`), which gives what makes a row. */

/**
 * @template Row
 * @param {(folder: string, title: string, about: string) => (url: string, name: string) => Row} pathsOf
 */
export const taskPaths = (pathsOf) => {
  const tasks = pathsOf("tasks", "Tasks", "Starts, lists and ends tasks; their events, log and load.");
  return [
    tasks("/v1/reserve", "reserve"),
    tasks("/v1/jobs", "jobs"),
    tasks("/v1/highfreq", "highfreq"),
    tasks("/v1/delete", "delete"),
    tasks("/v1/tasks/:resv_guid", "task"),
    tasks("/v1/tasks/:resv_guid/own-end", "own-end"),
    tasks("/v1/tasks/:resv_guid/logs", "logs"),
    tasks("/v1/tasks/:resv_guid/logs/download", "download-log"),
    tasks("/v1/tasks/:resv_guid/metrics", "task-metrics"),
    tasks("/v1/tasks/:resv_guid/ports", "ports"),
    tasks("/v1/tasks/:resv_guid/ports/token", "port-token"),
  ];
};
