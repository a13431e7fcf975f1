import type { HttpApp } from './http-app.js';

/**
 * Leads a browser from `/` to the pages. It is for a port of the server's own: in an application that mounts the
 * server, `/` belongs to the application.
 *
 * @param path Path of the pages: `/inbox`.
 */
export function leadHome(app: HttpApp, path: string): HttpApp {
  // Relative, since a proxy may serve this port below a path.
  const location = path.replace(/^\//, '');
  return (request, response, next) => {
    if (request.method === 'GET' && request.url === '/') {
      response.writeHead(302, { Location: location }).end();
    } else app(request, response, next);
  };
}
