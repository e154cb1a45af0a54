export = (request: any) => ({ status: { style: 'export =', who: request.parent.spec.who } });
